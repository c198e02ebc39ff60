import type { ReviewSource } from '@/server/reviews/connections/schema'
import { getT } from '../i18n/server'
import { InlineCode } from '../ui/content/code-block'
import { DefinitionList } from '../ui/content/definition-list'
import { Progress } from '../ui/content/progress'
import { Card, Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { CopyButton } from '../ui/controls/copy-button'
import { TextLink } from '../ui/controls/text-link'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import type { LocationOption } from './place-choice'
import { SITE_ICONS } from './site-icon'
import { getSourceDisplayState } from './source-badge'

type SourceDetailsProps = { source: ReviewSource; locations: readonly LocationOption[] }

export async function SourceDetails(props: SourceDetailsProps) {
  const { source } = props
  const isImporting = source.status === 'connected' && source.importedAt === null && source.progress !== null
  return (
    <>
      {isImporting && <ImportProgress source={source} />}
      <Facts {...props} />
      {(source.kind === 'google' || source.kind === 'feed') && source.places.length > 0 && <Places {...props} />}
    </>
  )
}

async function ImportProgress({ source: { progress } }: { source: ReviewSource }) {
  const t = await getT('reviews')
  const { seen = 0, total = null } = progress ?? {}
  return (
    <Card className="grid gap-2.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t('sources.detail.import')}</span>
        <span className="figures text-ink-soft">
          {total === null
            ? t('sources.detail.importSoFar', { seen })
            : t('sources.detail.importOf', { seen: Math.min(seen, total), total })}
        </span>
      </p>
      {total !== null && <Progress value={Math.min(seen, total)} max={total} label={t('sources.detail.import')} />}
      <p className="text-13 text-ink-faint">{t('sources.detail.importHelp')}</p>
    </Card>
  )
}

async function Facts({ source, locations }: SourceDetailsProps) {
  const t = await getT('reviews')
  const { kind, site, reviews, total, announcesHistory, createdAt, syncedAt, nextSyncAt, places } = source
  const Icon = SITE_ICONS[kind]
  const state = getSourceDisplayState(source)
  // The trial site disappears when it is disconnected.
  const isGone = kind === 'sandbox' && (state === 'disconnected' || state === 'removing')
  const hasNextSync = nextSyncAt !== null && (state === 'connected' || state === 'retrying')
  const [place] = places
  return (
    <Card>
      <DefinitionList
        items={[
          {
            label: t('sources.detail.site'),
            value: (
              <span className="inline-flex items-center gap-1.5">
                <Icon size={14} aria-hidden className="text-ink-faint" />
                {t(`kinds.${kind}`)}
                {kind === 'trustpilot' && place !== undefined && <span className="text-ink-soft">· {place.title}</span>}
              </span>
            ),
          },
          ...(source.url === null || isGone
            ? []
            : [{ label: t('sources.detail.address'), value: <Address kind={kind} url={source.url} /> }]),
          {
            label: t('sources.detail.reviews'),
            value: (
              <span className="figures">
                {total === null
                  ? t('sources.detail.reviewsHere', { count: reviews })
                  : t('sources.detail.reviewsBoth', { count: reviews, total })}
              </span>
            ),
          },
          { label: t('sources.detail.since'), value: <Time value={createdAt} as="datetime" /> },
          {
            label: t('sources.detail.lastSync'),
            value: syncedAt === null ? t('sources.never') : <Time value={syncedAt} />,
          },
          { label: t('sources.detail.nextSync'), value: hasNextSync && <Time value={nextSyncAt} /> },
          {
            label: t('sources.detail.history'),
            value: t(announcesHistory ? 'sources.detail.announced' : 'sources.detail.silent'),
          },
          ...(kind === 'trustpilot'
            ? [{ label: t('sources.detail.location'), value: findLocationName(place?.locationId, locations) }]
            : []),
          { label: t('sources.detail.source'), value: <InlineCode>{site}</InlineCode> },
        ]}
      />
    </Card>
  )
}

async function Address({ kind, url }: Pick<ReviewSource, 'kind'> & { url: string }) {
  const t = await getT('reviews')
  if (kind !== 'sandbox') return <span className="break-all">{url}</span>
  return (
    <span className="grid min-w-0 gap-0.5">
      <TextLink href={url} target="_blank" rel="noreferrer" className="justify-self-start">
        {t('sources.detail.openTrial')}
      </TextLink>
      <span className="flex min-w-0 items-start gap-1 text-13 text-ink-soft">
        <span className="min-w-0 break-all">{url}</span>
        <span className="-my-1">
          <CopyButton text={url} />
        </span>
      </span>
      <span className="text-13 text-ink-faint">{t('sources.detail.trialHelp')}</span>
    </span>
  )
}

async function Places({ source: { places }, locations }: SourceDetailsProps) {
  const t = await getT('reviews')
  return (
    <Section title={t('sources.detail.places')} description={t('sources.detail.placesLead')}>
      <Table>
        <thead>
          <tr>
            <HeaderCell>{t('sources.detail.place')}</HeaderCell>
            <HeaderCell>{t('sources.detail.isLocation')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {places.map(({ name, title, locationId }) => (
            <Row key={name}>
              <Cell className="w-1/2 font-medium">{title}</Cell>
              <Cell className="text-ink-soft">
                {findLocationName(locationId, locations) ?? (
                  <span className="text-ink-faint">{t('sources.found.none')}</span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

function findLocationName(locationId: string | null | undefined, locations: readonly LocationOption[]): string | null {
  return locations.find(({ id }) => id === locationId)?.name ?? null
}
