import { composeAlert } from '../alerts/compose-alert-email'
import { composeAccountDeletion } from '../auth/compose-account-deletion'
import { composeEmailChangeFrom, composeEmailChangeTo } from '../auth/compose-email-change'
import { composeCredentialChanged, composeNewSignIn } from '../auth/compose-security-notices'
import { composeVerification } from '../auth/compose-verification'
import { composePasswordReset } from '../auth/password-reset'
import { composeCaseAssigned, composeCaseDue } from '../cases/compose-emails'
import { composeReply } from '../cases/replies/compose-reply-email'
import { composeDigest } from '../digests/compose-digest-email'
import { composeInvitation } from '../members/compose-invitation'
import { composeOrganizationDeletion } from '../organizations/compose-organization-deletion'
import { composeWebhookFailures } from '../webhooks/failure-notices/compose-failure-notice'
import type { Compose } from './composer-types'
import type { SystemEmailKind } from './kinds'

export const COMPOSERS: Record<SystemEmailKind, Compose> = {
  alert: composeAlert,
  accountDeletion: composeAccountDeletion,
  caseAssigned: composeCaseAssigned,
  caseDue: composeCaseDue,
  caseReply: composeReply,
  credentialChanged: composeCredentialChanged,
  emailChangeFrom: composeEmailChangeFrom,
  emailChangeTo: composeEmailChangeTo,
  newSignIn: composeNewSignIn,
  organizationDeletion: composeOrganizationDeletion,
  invitation: composeInvitation,
  passwordReset: composePasswordReset,
  verification: composeVerification,
  webhookFailures: composeWebhookFailures,
  weeklyDigest: composeDigest,
}
