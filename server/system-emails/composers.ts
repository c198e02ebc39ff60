import { composeAlertEmail } from '../alerts/compose-alert-email'
import {
  composeAccountDeletionEmail,
  composeConfirmationToNewEmailAddress,
  composeConfirmationToOldEmailAddress,
  composeVerificationEmail,
} from '../auth/compose-account-emails'
import { composeCredentialChangedEmail, composeNewSignInEmail } from '../auth/compose-security-notices'
import { composePasswordResetEmail } from '../auth/password-reset'
import { composeCaseAssignedEmail, composeCaseDueEmail } from '../cases/compose-case-emails'
import { composeReplyEmail } from '../cases/replies/compose-reply-email'
import { composePreferenceLinkEmail } from '../contacts/preferences/preference-link'
import { composeDigestEmail } from '../digests/compose-digest-email'
import { composeLinkDomainFailingEmail } from '../link-domains/compose-link-domain-email'
import { composeInvitationEmail } from '../members/compose-invitation-email'
import { composeOrganizationDeletionEmail } from '../organizations/compose-organization-deletion-email'
import { composeReplyToEmail } from '../sender-profile/compose-reply-to-email'
import { composeDomainFailingEmail, composeSenderTestEmail } from '../sending-domains/compose-domain-emails'
import { composeSendingStoppedEmail } from '../sending-health/compose-sending-stopped-email'
import { composeFailureNotice } from '../webhooks/failure-notices/compose-failure-notice'
import type { EmailComposer } from './composer-types'
import type { SystemEmailKind } from './kinds'

export const EMAIL_COMPOSERS: Record<SystemEmailKind, EmailComposer> = {
  alert: composeAlertEmail,
  accountDeletion: composeAccountDeletionEmail,
  caseAssigned: composeCaseAssignedEmail,
  caseDue: composeCaseDueEmail,
  caseReply: composeReplyEmail,
  credentialChanged: composeCredentialChangedEmail,
  emailChangeFrom: composeConfirmationToOldEmailAddress,
  emailChangeTo: composeConfirmationToNewEmailAddress,
  newSignIn: composeNewSignInEmail,
  organizationDeletion: composeOrganizationDeletionEmail,
  invitation: composeInvitationEmail,
  preferenceLink: composePreferenceLinkEmail,
  passwordReset: composePasswordResetEmail,
  sendingDomainFailing: composeDomainFailingEmail,
  linkDomainFailing: composeLinkDomainFailingEmail,
  senderTest: composeSenderTestEmail,
  sendingStopped: composeSendingStoppedEmail,
  replyTo: composeReplyToEmail,
  verification: composeVerificationEmail,
  webhookFailures: composeFailureNotice,
  weeklyDigest: composeDigestEmail,
}
