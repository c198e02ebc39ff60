'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const RecordDialog = atFirstSign(() => import('./record-dialog').then((module) => module.RecordDialog), 'button')
export const DeleteRecord = atFirstSign(() => import('./delete-record').then((module) => module.DeleteRecord), 'button')
export const MergeRecord = atFirstSign(() => import('./merge-record').then((module) => module.MergeRecord), 'button')
export const RecordFilter = atFirstSign(() => import('./record-filter').then((module) => module.RecordFilter), 'button')
