/** @jsxImportSource preact */
import type {
  EmailChangePageData,
  ReplyToPageData,
  ResetPasswordPageData,
  RevokeCredentialPageData,
  VerifyEmailPageData,
} from '@/server/api/pages/account/emailed-link-pages'
import { getTranslator } from '@/server/messages/message-catalogue'
import {
  AccountForm,
  type AccountFormProps,
  NewPasswordField,
  PageHeading,
  PageHeadingWithError,
  PageHeadingWithSignInLink,
} from './account-form'

/* Targets of emailed links. Opening one changes nothing, because mail scanners open links; its button does. */

export function VerifyEmailContent(page: VerifyEmailPageData) {
  const { locale, link, failure } = page
  const t = getTranslator(locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <LinkForm
          {...page}
          title={t('verify.title')}
          lead={t('verify.lead', { email: link.email })}
          submit={t('verify.submit')}
        />
      )
    case 'verified':
      return <LinkOutcome title={t('verify.doneTitle')} lead={t('verify.done')} href="/" action={t('verify.open')} />
    case 'failed':
      return <PageHeadingWithError title={t('verify.title')} message={failure?.message} />
    default:
      return (
        <PageHeadingWithSignInLink locale={locale} title={t('verify.deadTitle')} lead={t(`verify.${link.state}`)} />
      )
  }
}

export function ConfirmEmailChangeContent(page: EmailChangePageData) {
  const { link, failure } = page
  const t = getTranslator(page.locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <LinkForm
          {...page}
          title={t('emailChange.title')}
          lead={t('emailChange.lead', { side: link.side, email: link.email })}
          submit={t('emailChange.submit', { side: link.side })}
        />
      )
    case 'waiting':
      return <PageHeading title={t('emailChange.waitingTitle')} lead={t('emailChange.waiting')} />
    case 'done':
      return (
        <LinkOutcome
          title={t('emailChange.doneTitle')}
          lead={t('emailChange.done', { email: link.email })}
          href="/"
          action={t('verify.open')}
        />
      )
    case 'failed':
      return <PageHeadingWithError title={t('emailChange.title')} message={failure?.message} />
    default:
      return (
        <LinkOutcome
          title={t('verify.deadTitle')}
          lead={t(`emailChange.${link.state}`)}
          href="/settings/profile"
          action={t('emailChange.again')}
        />
      )
  }
}

export function ConfirmReplyToContent(page: ReplyToPageData) {
  const { link, failure } = page
  const t = getTranslator(page.locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <LinkForm {...page} title={t('replyTo.title')} lead={t('replyTo.lead', link)} submit={t('replyTo.submit')} />
      )
    case 'done':
      return <PageHeading title={t('replyTo.doneTitle')} lead={t('replyTo.done', link)} />
    case 'failed':
      return <PageHeadingWithError title={t('replyTo.title')} message={failure?.message} />
    default:
      return <PageHeading title={t('verify.deadTitle')} lead={t(`replyTo.${link.state}`)} />
  }
}

export function ResetPasswordContent(page: ResetPasswordPageData) {
  const { locale, link, failure } = page
  const t = getTranslator(locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <LinkForm
          {...page}
          title={t('reset.title')}
          lead={t('reset.lead', { email: link.email })}
          submit={t('reset.submit')}
        >
          <NewPasswordField {...{ locale, failure }} label={t('reset.password')} email={link.email} isDefaultFocus />
        </LinkForm>
      )
    case 'failed':
      return <PageHeadingWithError title={t('reset.title')} message={failure?.message} />
    default:
      return (
        <LinkOutcome
          title={t('verify.deadTitle')}
          lead={t(`reset.${link.state}`)}
          href="/forgot-password"
          action={t('reset.again')}
        />
      )
  }
}

export function RevokeCredentialContent(page: RevokeCredentialPageData) {
  const { link, failure } = page
  const t = getTranslator(page.locale, 'auth')
  switch (link.state) {
    case 'open':
      return (
        <LinkForm
          {...page}
          title={t('takeBack.title')}
          lead={t('takeBack.lead', { what: link.what })}
          submit={t('takeBack.submit')}
        />
      )
    case 'failed':
      return <PageHeadingWithError title={t('takeBack.title')} message={failure?.message} />
    default:
      return (
        <LinkOutcome
          title={t(link.state === 'gone' ? 'takeBack.goneTitle' : 'verify.deadTitle')}
          lead={t(`takeBack.${link.state}`)}
          href="/forgot-password"
          action={t('takeBack.again')}
        />
      )
  }
}

function LinkForm({ title, lead, ...form }: AccountFormProps & { title: string; lead: string }) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <AccountForm {...form} />
    </>
  )
}

type LinkOutcomeProps = { title: string; lead: string; href: string; action: string }

function LinkOutcome({ title, lead, href, action }: LinkOutcomeProps) {
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <a class="button primary" href={href}>
        {action}
      </a>
    </>
  )
}
