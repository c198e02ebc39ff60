import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import type { ReplyForm as Form } from '@/server/cases/schema'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { TextLink } from '../ui/controls/text-link'
import { ReplyForm } from './later'

/** Where one writes to the customer, in one's own name, or why nobody can. */
export async function ReplySection({ responseId, form }: { responseId: string; form: Form }) {
  const [t, errors, locale] = await Promise.all([getT('cases'), getT('errors'), getLocale()])
  const { obstacle, address, answersTo, subject, language, isUnsubscribed, isCaptured } = form
  if (obstacle !== null)
    return (
      <Section title={t('reply.title')}>
        <Callout {...(obstacle === 'ownAddress' ? { action: <ToProfile /> } : {})}>
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
      <ClientMessages namespaces={['cases']}>
        <ReplyForm responseId={responseId} subject={subject} language={language} hints={hints} />
      </ClientMessages>
    </Section>
  )
}

async function ToProfile() {
  const t = await getT('cases')
  return <TextLink href="/settings/profile">{t('reply.toProfile')}</TextLink>
}
