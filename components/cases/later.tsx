'use client'

import { atFirstSign } from '../ui/at-first-sign'
import { onceSelected } from '../ui/lists/once-selected'

export const CasePanel = atFirstSign(() => import('./case-panel').then((module) => module.CasePanel), 'part')
export const NoteForm = atFirstSign(() => import('./note-form').then((module) => module.NoteForm), 'part')
export const ReplyForm = atFirstSign(() => import('./reply-form').then((module) => module.ReplyForm), 'button')
export const RetryReply = atFirstSign(() => import('./retry-reply').then((module) => module.RetryReply), 'smallButton')
export const DeleteNote = atFirstSign(() => import('./delete-note').then((module) => module.DeleteNote), 'smallIcon')
export const TagsDialog = atFirstSign(() => import('./tags-dialog').then((module) => module.TagsDialog), 'button')
export const CaseBulk = onceSelected(() => import('./case-bulk').then((module) => module.CaseBulk))
