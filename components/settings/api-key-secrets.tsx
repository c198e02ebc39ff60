import type { ReactNode } from 'react'
import type { ApiKey } from '@/server/api-keys/schema'
import { getRequestTime, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Dash } from '../ui/content/definition-list'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { RevokePreviousSecretDialog } from './revoke-previous-secret-dialog'

export async function ApiKeySecrets({ apiKey: { id, secret, previous } }: { apiKey: ApiKey }) {
  const t = await getT('settings')
  const hasEnded = previous !== null && new Date(previous.endsAt) <= getRequestTime()
  const oldState = t(`apiKeys.secrets.${hasEnded ? 'ended' : 'old'}`)
  return (
    <Section title={t('apiKeys.secrets.title')} description={t('apiKeys.secrets.lead')}>
      <Table>
        <thead>
          <tr>
            <HeaderCell>{t('apiKeys.secrets.secret')}</HeaderCell>
            <HeaderCell className="max-sm:hidden">{t('apiKeys.secrets.state')}</HeaderCell>
            <HeaderCell className="max-lg:hidden">{t('apiKeys.secrets.made')}</HeaderCell>
            <HeaderCell className="max-sm:whitespace-normal">{t('apiKeys.secrets.lastUsed')}</HeaderCell>
            <HeaderCell className="max-sm:hidden">{t('apiKeys.secrets.ends')}</HeaderCell>
            <HeaderCell>
              <span className="sr-only">{t('apiKeys.columns.actions')}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          <Row>
            <Cell className="max-sm:py-3">
              <Secret hint={secret.hint}>
                <Badge tone="positive">{t('apiKeys.secrets.current')}</Badge>
              </Secret>
            </Cell>
            <Cell className="max-sm:hidden">
              <Badge tone="positive">{t('apiKeys.secrets.current')}</Badge>
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft max-lg:hidden">
              <Time value={secret.madeAt} />
            </Cell>
            <Cell className="text-ink-soft sm:whitespace-nowrap">
              <LastUsed at={secret.lastUsedAt} />
            </Cell>
            <Cell className="text-ink-soft max-sm:hidden">{t('apiKeys.secrets.withKey')}</Cell>
            <Cell />
          </Row>
          {previous && (
            <Row>
              <Cell className="max-sm:py-3">
                <Secret hint={previous.hint}>
                  <Badge tone={hasEnded ? 'quiet' : 'neutral'}>{oldState}</Badge>
                  <span className="text-12 text-ink-soft">
                    {t('apiKeys.secrets.ends')} <Time value={previous.endsAt} as="datetime" />
                  </span>
                </Secret>
              </Cell>
              <Cell className="max-sm:hidden">
                <Badge tone={hasEnded ? 'quiet' : 'neutral'}>{oldState}</Badge>
              </Cell>
              <Cell className="max-lg:hidden">
                <Dash />
              </Cell>
              <Cell className="text-ink-soft sm:whitespace-nowrap">
                <LastUsed at={previous.lastUsedAt} />
              </Cell>
              <Cell className="whitespace-nowrap text-ink-soft max-sm:hidden">
                <Time value={previous.endsAt} as="datetime" />
              </Cell>
              <Cell align="right">{!hasEnded && <RevokePreviousSecretDialog id={id} previous={previous} />}</Cell>
            </Row>
          )}
        </tbody>
      </Table>
    </Section>
  )
}

function Secret({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <span className="grid justify-items-start gap-1">
      <span className="font-mono text-12 whitespace-nowrap">{hint}</span>
      <span className="contents sm:hidden">{children}</span>
    </span>
  )
}

async function LastUsed({ at }: { at: string | null }) {
  const t = await getT('settings')
  return at === null ? t('apiKeys.never') : <Time value={at} />
}
