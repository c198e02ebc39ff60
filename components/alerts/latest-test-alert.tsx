import type { AlertLogEntry } from '@/server/alerts/schema'
import { getT } from '../i18n/server'
import { AutoRefresh } from '../ui/auto-refresh'
import { Card, Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { AlertMessages } from './alert-messages'

export async function LatestTestAlert({ test, timeZone }: { test: AlertLogEntry; timeZone: string }) {
  const t = await getT('alerts')
  return (
    <Section title={t('lastTest')} action={<Time value={test.createdAt} />}>
      {test.state === 'waiting' && <AutoRefresh key={JSON.stringify(test)} />}
      <Card>
        {test.state === 'waiting' && test.messages.length === 0 ? (
          <p className="text-13 text-ink-soft">{t('log.states.waiting')}</p>
        ) : (
          <AlertMessages alert={test} timeZone={timeZone} />
        )}
      </Card>
    </Section>
  )
}
