'use client'

import { atFirstSign } from '../at-first-sign'

export const ColumnsMenu = atFirstSign(() => import('./columns-menu').then((module) => module.ColumnsMenu), 'icon')
export const ViewButton = atFirstSign(() => import('./view-button').then((module) => module.ViewButton), 'smallButton')
export const FilterChecks = atFirstSign(() => import('./filter-checks').then((module) => module.FilterChecks), 'button')
