'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const GeneralForm = atFirstSign(() => import('./general-form').then((module) => module.GeneralForm), 'screen')
export const CreateApiKey = atFirstSign(
  () => import('./create-api-key').then((module) => module.CreateApiKey),
  'button',
)
export const EditApiKey = atFirstSign(() => import('./edit-api-key').then((module) => module.EditApiKey), 'button')
export const RotateApiKey = atFirstSign(
  () => import('./rotate-api-key').then((module) => module.RotateApiKey),
  'button',
)
export const EndSecret = atFirstSign(() => import('./end-secret').then((module) => module.EndSecret), 'smallButton')
export const ApiKeyMenu = atFirstSign(() => import('./api-key-actions').then((module) => module.ApiKeyActions), 'icon')
export const DeleteOrganization = atFirstSign(
  () => import('./delete-organization').then((module) => module.DeleteOrganization),
  'button',
)
