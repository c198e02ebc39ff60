import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import type { ReplyForm } from '@/server/cases/schema'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { TextLink } from '../ui/controls/text-link'
import { LazyResponseReplyEditor } from './lazy-response-reply-editor'

type ReplySectionProps = {
  responseId: string
  form: ReplyForm
  templates: readonly ReplyTemplate[]
  mayManage: boolean
}

export async function ResponseReplySection({ form, ...props }: ReplySectionProps) {
  const [t, errors, locale] = await Promise.all([getT('cases'), getT('errors'), getLocale()])
  const { obstacle, recipientEmail, replyToEmail, subject, language, isUnsubscribed, isCaptured, values } = form
  const profileLink = <TextLink href="/settings/profile">{t('reply.toProfile')}</TextLink>
  if (obstacle !== null)
    return (
      <Section title={t('reply.title')}>
        <Callout {...(obstacle === 'ownAddress' ? { action: profileLink } : {})}>{errors(`reply.${obstacle}`)}</Callout>
      </Section>
    )
  const hints = [
    ...(isCaptured ? [t('reply.captured')] : []),
    ...(isUnsubscribed ? [t('reply.unsubscribed')] : []),
    ...(language === locale ? [] : [t('reply.language', { language })]),
  ]
  return (
    <Section
      title={t('reply.title')}
      description={t('reply.sentence', { address: recipientEmail ?? '', answersTo: replyToEmail })}
    >
      <ClientMessages namespaces={['cases', 'templates']}>
        <LazyResponseReplyEditor {...props} {...{ subject, language, isCaptured, values }} hints={hints} />
      </ClientMessages>
    </Section>
  )
}
