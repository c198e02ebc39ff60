'use client'

import dynamic from 'next/dynamic'

/*
 * Client components of the screens that stand in for every page, such as the one without an organization. The layout contains them, so
 * that every page would load their forms. Buttons that need this code appear with it, so that no click on them is lost.
 */

export const SetUpApp = dynamic(() => import('./factor-dialogs').then((module) => module.SetUpApp), { ssr: false })
export const AddPasskey = dynamic(() => import('./factor-dialogs').then((module) => module.AddPasskey), { ssr: false })
export const RenewCodes = dynamic(() => import('./factor-dialogs').then((module) => module.RenewCodes), { ssr: false })
export const RemoveFactor = dynamic(() => import('./factor-dialogs').then((module) => module.RemoveFactor), {
  ssr: false,
})
export const CreateOrganization = dynamic(() =>
  import('./create-organization').then((module) => module.CreateOrganization),
)
export const DeleteAccount = dynamic(() => import('./delete-account').then((module) => module.DeleteAccount))
