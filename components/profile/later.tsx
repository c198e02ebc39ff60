'use client'

import { atFirstSign } from '../ui/at-first-sign'

export const ProfileForm = atFirstSign(() => import('./profile-form').then((module) => module.ProfileForm), 'screen')
export const PasswordForm = atFirstSign(() => import('./password-form').then((module) => module.PasswordForm), 'screen')
export const CreateOrganization = atFirstSign(
  () => import('./create-organization').then((module) => module.CreateOrganization),
  'button',
)
export const JoinButton = atFirstSign(() => import('./join-button').then((module) => module.JoinButton), 'button')
export const LeaveOrganization = atFirstSign(
  () => import('./leave-organization').then((module) => module.LeaveOrganization),
  'button',
)
export const SwitchButton = atFirstSign(() => import('./switch-button').then((module) => module.SwitchButton), 'button')
export const EndSession = atFirstSign(() => import('./end-sessions').then((module) => module.EndSession), 'button')
export const EndOtherSessions = atFirstSign(
  () => import('./end-sessions').then((module) => module.EndOtherSessions),
  'button',
)
export const EndAllSessions = atFirstSign(
  () => import('./end-sessions').then((module) => module.EndAllSessions),
  'button',
)
export const SetUpApp = atFirstSign(() => import('./factor-dialogs').then((module) => module.SetUpApp), 'button')
export const AddPasskey = atFirstSign(() => import('./factor-dialogs').then((module) => module.AddPasskey), 'button')
export const RenewCodes = atFirstSign(() => import('./factor-dialogs').then((module) => module.RenewCodes), 'button')
export const RemoveFactor = atFirstSign(
  () => import('./factor-dialogs').then((module) => module.RemoveFactor),
  'button',
)
export const SignOutButton = atFirstSign(
  () => import('./sign-out-button').then((module) => module.SignOutButton),
  'button',
)
export const ChangeEmail = atFirstSign(() => import('./email-dialogs').then((module) => module.ChangeEmail), 'button')
export const KeepEmail = atFirstSign(() => import('./email-dialogs').then((module) => module.KeepEmail), 'button')
export const ChangePhone = atFirstSign(() => import('./phone-dialogs').then((module) => module.ChangePhone), 'button')
export const EnterPhoneCode = atFirstSign(
  () => import('./phone-dialogs').then((module) => module.EnterPhoneCode),
  'button',
)
export const CancelPhone = atFirstSign(() => import('./phone-dialogs').then((module) => module.CancelPhone), 'button')
export const RemovePhone = atFirstSign(() => import('./phone-dialogs').then((module) => module.RemovePhone), 'button')
export const DeleteAccount = atFirstSign(
  () => import('./leave-dialogs').then((module) => module.DeleteAccount),
  'button',
)
export const KeepAccount = atFirstSign(() => import('./leave-dialogs').then((module) => module.KeepAccount), 'button')
export const Connect = atFirstSign(() => import('./identity-dialogs').then((module) => module.Connect), 'button')
export const Disconnect = atFirstSign(() => import('./identity-dialogs').then((module) => module.Disconnect), 'button')
