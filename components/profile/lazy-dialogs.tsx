'use client'

import dynamic from 'next/dynamic'

/*
 * Dialogs of the screens that replace every page, such as the one without an organization. They load on demand, because the layout contains
 * them and every page would load their code. Their buttons appear with that code, so that no click is lost.
 */

export const SetUpApp = dynamic(() => import('./second-factor-dialogs').then((module) => module.SetUpApp), {
  ssr: false,
})
export const AddPasskey = dynamic(() => import('./second-factor-dialogs').then((module) => module.AddPasskey), {
  ssr: false,
})
export const RenewCodes = dynamic(() => import('./second-factor-dialogs').then((module) => module.RenewCodes), {
  ssr: false,
})
export const RemoveFactor = dynamic(() => import('./second-factor-dialogs').then((module) => module.RemoveFactor), {
  ssr: false,
})
export const CreateOrganization = dynamic(() =>
  import('./create-organization-dialog').then((module) => module.CreateOrganization),
)
export const DeleteAccount = dynamic(() => import('./delete-account-dialog').then((module) => module.DeleteAccount))
