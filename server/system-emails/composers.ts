import { composeAlertEmail } from '../alerts/compose-alert-email'
import {
  composeAccountDeletion,
  composeEmailChangeFrom,
  composeEmailChangeTo,
  composeVerification,
} from '../auth/compose-account-emails'
import { composeCredentialChanged, composeNewSignIn } from '../auth/compose-security-notices'
import { composePasswordReset } from '../auth/password-reset'
import { composeCaseAssignedEmail, composeCaseDueEmail } from '../cases/compose-emails'
import { composeReplyEmail } from '../cases/replies/compose-reply-email'
import { composeDigestEmail } from '../digests/compose-digest-email'
import { composeInvitation } from '../members/compose-invitation'
import { composeOrganizationDeletion } from '../organizations/compose-organization-deletion'
import { composeFailureNotice } from '../webhooks/failure-notices/compose-failure-notice'
import type { EmailComposer } from './composer-types'
import type { SystemEmailKind } from './kinds'

export const EMAIL_COMPOSERS: Record<SystemEmailKind, EmailComposer> = {
  alert: composeAlertEmail,
  accountDeletion: composeAccountDeletion,
  caseAssigned: composeCaseAssignedEmail,
  caseDue: composeCaseDueEmail,
  caseReply: composeReplyEmail,
  credentialChanged: composeCredentialChanged,
  emailChangeFrom: composeEmailChangeFrom,
  emailChangeTo: composeEmailChangeTo,
  newSignIn: composeNewSignIn,
  organizationDeletion: composeOrganizationDeletion,
  invitation: composeInvitation,
  passwordReset: composePasswordReset,
  verification: composeVerification,
  webhookFailures: composeFailureNotice,
  weeklyDigest: composeDigestEmail,
}
