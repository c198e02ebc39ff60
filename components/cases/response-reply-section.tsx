import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import type { ReplyForm as Form } from '@/server/cases/schema'
import type { ReplyTemplate } from '@/server/reply-templates/schema'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { TextLink } from '../ui/controls/text-link'
import { ResponseReplyForm } from './response-reply-form'

type ReplySectionProps = {
  responseId: string
  form: Form
  templates: readonly ReplyTemplate[]
  mayManage: boolean
}

export async function ResponseReplySection({ responseId, form, templates, mayManage }: ReplySectionProps) {
  const [t, errors, locale] = await Promise.all([getT('cases'), getT('errors'), getLocale()])
  const { obstacle, address, answersTo, subject, language, isUnsubscribed, isCaptured, values } = form
  if (obstacle !== null)
    return (
      <Section title={t('reply.title')}>
        <Callout {...(obstacle === 'ownAddress' ? { action: <ProfileLink /> } : {})}>
          {errors(`reply.${obstacle}`)}
        </Callout>
      </Section>
    )
  const hints = [
    ...(isCaptured ? [t('reply.captured')] : []),
    ...(isUnsubscribed ? [t('reply.unsubscribed')] : []),
    ...(language === locale ? [] : [t('reply.language', { language })]),
  ]
  return (
    <Section title={t('reply.title')} description={t('reply.sentence', { address: address ?? '', answersTo })}>
      <ClientMessages namespaces={['cases', 'templates']}>
        <ResponseReplyForm
          responseId={responseId}
          subject={subject}
          language={language}
          hints={hints}
          isCaptured={isCaptured}
          templates={templates}
          values={values}
          mayManage={mayManage}
        />
      </ClientMessages>
    </Section>
  )
}

async function ProfileLink() {
  const t = await getT('cases')
  return <TextLink href="/settings/profile">{t('reply.toProfile')}</TextLink>
}
