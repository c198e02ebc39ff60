import type { ApiKey } from '@/server/api-keys/schema'
import { getClock, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Dash } from '../ui/content/definition-list'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { EndSecret } from './later'

/** What opens the key: one secret, and after a rotation the one before until its time is over; each with its last use. */
export async function KeySecrets({ apiKey: { id, secret, previous } }: { apiKey: ApiKey }) {
  const t = await getT('settings')
  const isOver = previous !== null && new Date(previous.endsAt) <= getClock()
  return (
    <Section title={t('apiKeys.secrets.title')} description={t('apiKeys.secrets.lead')}>
      <Table>
        <thead>
          <tr>
            <HeaderCell>{t('apiKeys.secrets.secret')}</HeaderCell>
            <HeaderCell>{t('apiKeys.secrets.state')}</HeaderCell>
            <HeaderCell className="max-lg:hidden">{t('apiKeys.secrets.made')}</HeaderCell>
            <HeaderCell>{t('apiKeys.secrets.lastUsed')}</HeaderCell>
            <HeaderCell className="max-sm:hidden">{t('apiKeys.secrets.ends')}</HeaderCell>
            <HeaderCell>
              <span className="sr-only">{t('apiKeys.columns.actions')}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          <Row>
            <Cell className="font-mono text-12 whitespace-nowrap">{secret.hint}</Cell>
            <Cell>
              <Badge tone="positive">{t('apiKeys.secrets.current')}</Badge>
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-lg:hidden">
              <Time value={secret.madeAt} />
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft">
              <LastUse at={secret.lastUsedAt} />
            </Cell>
            <Cell className="text-ink-soft max-sm:hidden">{t('apiKeys.secrets.withKey')}</Cell>
            <Cell />
          </Row>
          {previous && (
            <Row>
              <Cell className="font-mono text-12 whitespace-nowrap">{previous.hint}</Cell>
              <Cell>
                <Badge tone={isOver ? 'quiet' : 'neutral'}>{t(`apiKeys.secrets.${isOver ? 'ended' : 'old'}`)}</Badge>
              </Cell>
              <Cell className="max-lg:hidden">
                <Dash />
              </Cell>
              <Cell className="whitespace-nowrap text-ink-soft">
                <LastUse at={previous.lastUsedAt} />
              </Cell>
              <Cell className="whitespace-nowrap text-ink-soft max-sm:hidden">
                <Time value={previous.endsAt} as="datetime" />
              </Cell>
              <Cell align="right">{!isOver && <EndSecret id={id} previous={previous} />}</Cell>
            </Row>
          )}
        </tbody>
      </Table>
    </Section>
  )
}

async function LastUse({ at }: { at: string | null }) {
  const t = await getT('settings')
  return at === null ? t('apiKeys.never') : <Time value={at} />
}
