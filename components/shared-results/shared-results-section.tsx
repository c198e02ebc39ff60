import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import type { SharedResults } from '@/server/shared-results/schema'
import { formatDate } from '../format'
import { shortAddress } from '../survey-links/survey-link-table'
import { Badge } from '../ui/content/badge'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { Link } from '../ui/controls/link'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { RevokeSharedResults } from './revoke-shared-results'

type SectionProps = { surveyId: string; shared: readonly SharedResults[] }

/** The pages with results of a survey that people without an account can open. */
export async function SharedResultsSection({ surveyId, shared }: SectionProps) {
  const t = await getT('sharedResults')
  return (
    <Section
      title={t('list.title')}
      description={t('list.sentence')}
      action={
        <Button asChild>
          <Link href={`/surveys/${surveyId}/results`}>{t('list.toResults')}</Link>
        </Button>
      }
    >
      {shared.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('list.empty')}</p>
      ) : (
        <ClientMessages namespaces={['sharedResults']}>
          <SharedResultsTable shared={shared} />
        </ClientMessages>
      )}
    </Section>
  )
}

async function SharedResultsTable({ shared }: Pick<SectionProps, 'shared'>) {
  const t = await getT('sharedResults')
  return (
    <Table>
      <caption className="sr-only">{t('list.title')}</caption>
      <thead>
        <tr>
          <HeaderCell>{t('list.columns.title')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('list.columns.address')}</HeaderCell>
          <HeaderCell className="max-sm:hidden">{t('list.columns.expires')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('list.columns.viewed')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('list.columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {shared.map((one) => (
          <SharedResultsLine key={one.id} shared={one} />
        ))}
      </tbody>
    </Table>
  )
}

async function SharedResultsLine({ shared }: { shared: SharedResults }) {
  const [t, locale] = await Promise.all([getT('sharedResults'), getLocale()])
  const { title, url, expiresOn, isExpired, hasPassword, showsTexts, createdByName, lastViewedAt } = shared
  return (
    <Row>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere">{title}</bdi>
          {hasPassword && <Badge>{t('list.hasPassword')}</Badge>}
          {showsTexts && <Badge>{t('list.showsTexts')}</Badge>}
        </span>
        <span className="block text-13 text-ink-soft">{t('list.by', { name: createdByName })}</span>
      </Cell>
      <Cell className="max-md:hidden">
        <span className="flex items-center gap-1.5">
          <span className="max-w-[32ch] truncate font-mono text-13">{shortAddress(url)}</span>
          <CopyButton text={url} />
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        {isExpired ? (
          <Badge>{t('list.expired')}</Badge>
        ) : expiresOn === null ? (
          t('list.always')
        ) : (
          formatDate(expiresOn, locale, 'UTC')
        )}
      </Cell>
      <Cell className="max-md:hidden">
        {lastViewedAt === null ? t('list.never') : <Time value={lastViewedAt} brief />}
      </Cell>
      <Cell align="right">
        <span className="flex items-center justify-end gap-1.5">
          <span className="md:hidden">
            <CopyButton text={url} />
          </span>
          <RevokeSharedResults shared={shared} />
        </span>
      </Cell>
    </Row>
  )
}
