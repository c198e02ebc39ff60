'use client'

import dynamic from 'next/dynamic'

/*
 * Dialogs of the screens that replace every page, such as the one without an organization. They load on demand, because the layout contains
 * them and every page would load their code. Their buttons appear with that code, so that no click is lost.
 */

export const SetUpAuthenticatorDialog = dynamic(
  () => import('./second-factor-dialogs').then((module) => module.SetUpAuthenticatorDialog),
  { ssr: false },
)
export const AddPasskeyDialog = dynamic(
  () => import('./second-factor-dialogs').then((module) => module.AddPasskeyDialog),
  { ssr: false },
)
export const RenewRecoveryCodesDialog = dynamic(
  () => import('./second-factor-dialogs').then((module) => module.RenewRecoveryCodesDialog),
  { ssr: false },
)
export const RemoveSecondFactorDialog = dynamic(
  () => import('./second-factor-dialogs').then((module) => module.RemoveSecondFactorDialog),
  { ssr: false },
)
export const CreateOrganizationDialog = dynamic(() =>
  import('./create-organization-dialog').then((module) => module.CreateOrganizationDialog),
)
export const DeleteAccountDialog = dynamic(() =>
  import('./delete-account-dialog').then((module) => module.DeleteAccountDialog),
)
