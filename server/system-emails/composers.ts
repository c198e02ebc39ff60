import { composeAlert } from '../alerts/compose-alert'
import { composeAccountDeletion } from '../auth/compose-account-deletion'
import { composeEmailChangeFrom, composeEmailChangeTo } from '../auth/compose-email-change'
import { composeCredentialChanged, composeNewSignIn } from '../auth/compose-security-notices'
import { composeVerification } from '../auth/compose-verification'
import { composePasswordReset } from '../auth/password-reset'
import { composeCaseAssigned, composeCaseDue } from '../cases/compose-mails'
import { composeReply } from '../cases/replies/compose-reply'
import { composeDigest } from '../digests/compose-digest'
import { composeInvitation } from '../members/compose-invitation'
import { composeOrganizationDeletion } from '../organizations/compose-deletion'
import { composeWebhookFailures } from '../webhooks/notices/compose-notice'
import type { Compose } from './composed'
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
