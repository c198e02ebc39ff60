import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { TAB_LIST_STYLE, TAB_STYLE } from '@/components/ui/controls/tab-style'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { TIMELINE_GROUPS, type TimelineGroup } from '@/server/contacts/timeline/constants'
import type { ContactTimeline } from '@/server/contacts/timeline/schema'
import { ContactNoteForm } from './contact-note-form'
import type { TimelineViewer } from './render-timeline-entry'
import { TimelineItem } from './timeline-item'
import { type TimelineQuery, timelineHref } from './timeline-urls'

export type ContactTimelineProps = {
  contactId: string
  timeline: ContactTimeline
  query: TimelineQuery
  properties: readonly ContactProperty[]
  viewer: TimelineViewer
}

export async function ContactTimelineSection({
  contactId,
  timeline: { entries, next },
  query: { group, before },
  properties,
  viewer,
}: ContactTimelineProps) {
  const t = await getT('timeline')
  return (
    <Section title={t('title')}>
      <ClientMessages namespaces={['timeline']}>
        <ContactNoteForm contactId={contactId} />
        <TimelineFilter contactId={contactId} current={group} />
        {entries.length === 0 ? (
          <p className="py-2 text-14 text-ink-soft">{t(`empty.${group ?? 'all'}`)}</p>
        ) : (
          <ol className="grid grid-cols-[minmax(0,1fr)]">
            {entries.map((entry) => (
              <TimelineItem key={`${entry.kind} ${entry.id}`} entry={entry} properties={properties} viewer={viewer} />
            ))}
          </ol>
        )}
        {(next !== null || before !== undefined) && (
          <nav aria-label={t('title')} className="flex flex-wrap gap-2">
            {next !== null && (
              <Button asChild>
                <Link href={timelineHref(contactId, { group, before: next })}>{t('earlier')}</Link>
              </Button>
            )}
            {before !== undefined && (
              <Button variant="ghost" asChild>
                <Link href={timelineHref(contactId, { group })}>{t('latest')}</Link>
              </Button>
            )}
          </nav>
        )}
      </ClientMessages>
    </Section>
  )
}

async function TimelineFilter({ contactId, current }: { contactId: string; current: TimelineGroup | undefined }) {
  const t = await getT('timeline')
  return (
    <nav aria-label={t('filter')} className={TAB_LIST_STYLE}>
      {[undefined, ...TIMELINE_GROUPS].map((group) => (
        <Link
          key={group ?? 'all'}
          href={timelineHref(contactId, { group })}
          scroll={false}
          aria-current={group === current ? 'page' : undefined}
          className={TAB_STYLE}
        >
          {t(`groups.${group ?? 'all'}`)}
        </Link>
      ))}
    </nav>
  )
}
