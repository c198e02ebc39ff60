/* Plain values that browsers load too. */

export const MAIL_EVENT_PROVIDERS = ['ses', 'postmark', 'resend', 'mailgun', 'sendgrid', 'brevo', 'generic'] as const
export type MailEventProvider = (typeof MAIL_EVENT_PROVIDERS)[number]

/**
 * Who makes the secret of an intake. `provider`: it is copied from the provider; `service`: it is made here, and entered at the provider.
 * Amazon SNS has none: its messages are signed with a certificate of Amazon, and only those of one topic are accepted.
 */
export const SECRET_SOURCES: Record<MailEventProvider, 'provider' | 'service' | 'none'> = {
  ses: 'none',
  postmark: 'service',
  resend: 'provider',
  mailgun: 'provider',
  sendgrid: 'provider',
  brevo: 'service',
  generic: 'service',
}

/** The user name beside the secret, for providers that send Basic credentials. */
export const BASIC_USER_NAME = 'feedback'
