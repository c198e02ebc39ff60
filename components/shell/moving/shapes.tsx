'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Page } from '../../ui/content/page'
import { Card } from '../../ui/content/section'
import {
  DetailSkeleton,
  FormSkeleton,
  HeaderSkeleton,
  ListSkeleton,
  Skeleton,
  TableSkeleton,
} from '../../ui/content/skeleton'
import type { Place } from '../places'

const SHAPES: readonly [path: RegExp, shape: () => ReactNode][] = [
  [/^\/$/, () => <OverviewShape />],
  [/^\/contacts$/, () => <TabbedShape title="contacts" filters={2} lines={2} />],
  [/^\/companies$/, () => <TabbedShape title="companies" />],
  [/^\/locations$/, () => <TabbedShape title="locations" />],
  [/^\/employees$/, () => <TabbedShape title="employees" />],
  [/^\/surveys$/, () => <PlaceShape place="surveys" search filters={2} actions={1} />],
  [/^\/sequences$/, () => <PlaceShape place="sequences" search filters={1} actions={1} />],
  [/^\/responses$/, () => <PlaceShape place="responses" search filters={9} actions={1} />],
  [/^\/reviews$/, () => <ReviewsShape />],
  [/^\/reviews\/statistics$/, () => <ReviewStatisticsShape />],
  [/^\/outbox$/, () => <PlaceShape place="outbox" search filters={1} />],
  [/^\/contacts\/new$/, () => <FormShape sentence />],
  [/^\/contacts\/[^/]+\/edit$/, () => <FormShape />],
  [/^\/surveys\/new$/, () => <EditorShape actions={0} />],
  [/^\/surveys\/[^/]+$/, () => <EditorShape actions={1} />],
  [/^\/sequences\/new$/, () => <FormShape sentence />],
  [
    /^\/sequences\/[^/]+$/,
    () => (
      <SequenceShape>
        <FormSkeleton />
      </SequenceShape>
    ),
  ],
  [
    /^\/sequences\/[^/]+\/sendings$/,
    () => (
      <SequenceShape>
        <TableSkeleton rows={10} />
      </SequenceShape>
    ),
  ],
  [/^\/settings(\/|$)/, () => <SettingsShape />],
  [/^\/(contacts|responses|reviews|outbox|sequences|companies|locations|employees)\//, () => <DetailShape />],
]

/** Skeleton of a path; null if there is none. */
export function shapeOf(path: string, isInside: boolean): ReactNode {
  if (isInside) return /\/new\/[^/]+$|\/alerts\/[^/]+$/.test(path) ? <SettingsForm /> : <SettingsContent />
  const shape = SHAPES.find(([pattern]) => pattern.test(path))?.[1]
  return shape ? <div className="animate-appear">{shape()}</div> : null
}

type PlaceShapeProps = { place: Place; search?: boolean; filters?: number; actions?: number; lines?: 1 | 2 }

function PlaceShape({ place, ...list }: PlaceShapeProps) {
  const t = useTranslations('nav')
  return (
    <Page>
      <ListSkeleton title={t(place)} {...list} />
    </Page>
  )
}

function DetailShape() {
  return (
    <Page width="medium">
      <HeaderSkeleton back />
      <DetailSkeleton />
      <TableSkeleton rows={3} />
    </Page>
  )
}

function FormShape({ sentence = false }: { sentence?: boolean }) {
  return (
    <Page width="narrow">
      <HeaderSkeleton back sentence={sentence} />
      <FormSkeleton />
    </Page>
  )
}

function EditorShape({ actions }: { actions: number }) {
  return (
    <Page>
      <HeaderSkeleton back sentence actions={actions} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(320px,400px)]">
        <FormSkeleton />
        <Skeleton className="h-[70vh] rounded-card max-lg:hidden" />
      </div>
    </Page>
  )
}

function SequenceShape({ children }: { children: ReactNode }) {
  return (
    <Page>
      <HeaderSkeleton back sentence actions={1} />
      <TabsSkeleton tabs={2} />
      <div className="max-w-[640px]">{children}</div>
    </Page>
  )
}

function SettingsShape() {
  const t = useTranslations('nav')
  return (
    <Page>
      <HeaderSkeleton title={t('settings')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[184px_minmax(0,896px)]">
        <div aria-hidden className="grid content-start gap-3 max-lg:hidden">
          {Array.from({ length: 11 }, (_, line) => (
            <Skeleton key={line} className="h-5 w-28 rounded-mark" />
          ))}
        </div>
        <SettingsContent />
      </div>
    </Page>
  )
}

function SettingsContent() {
  return (
    <div aria-hidden className="grid animate-appear gap-3">
      <span className="flex h-5 items-center">
        <Skeleton className="h-3.5 w-28 rounded-mark" />
      </span>
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  )
}

function SettingsForm() {
  return (
    <div aria-hidden className="grid animate-appear gap-6">
      <span className="grid gap-2">
        <Skeleton className="h-3.5 w-32 rounded-mark" />
        <Skeleton className="h-5 w-52 rounded-mark" />
      </span>
      <div className="max-w-[640px]">
        <FormSkeleton fields={3} />
      </div>
    </div>
  )
}

function TabsSkeleton({ tabs }: { tabs: number }) {
  return (
    <div aria-hidden className="flex h-[35px] gap-5 border-b pt-2">
      {Array.from({ length: tabs }, (_, tab) => (
        <Skeleton key={tab} className="h-3.5 w-16 rounded-mark" />
      ))}
    </div>
  )
}

function TabbedShape({
  title,
  filters = 0,
  lines = 1,
}: {
  title: 'contacts' | 'companies' | 'locations' | 'employees'
  filters?: number
  lines?: 1 | 2
}) {
  const t = useTranslations('nav')
  return (
    <Page>
      <ListSkeleton title={t(title)} search filters={filters} actions={1} lines={lines}>
        <TabsSkeleton tabs={2} />
      </ListSkeleton>
    </Page>
  )
}

function ReviewsShape() {
  const t = useTranslations('nav')
  return (
    <Page>
      <ListSkeleton title={t('reviews')} search filters={5}>
        <TabsSkeleton tabs={2} />
      </ListSkeleton>
    </Page>
  )
}

function ReviewStatisticsShape() {
  const t = useTranslations('nav')
  return (
    <Page>
      <HeaderSkeleton title={t('reviews')} sentence />
      <TabsSkeleton tabs={2} />
      <Skeleton className="h-8 w-60 rounded-control" />
      <Card className="grid min-h-28 grid-cols-2 gap-6 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, tile) => (
          <span key={tile} className="grid content-start gap-3">
            <Skeleton className="h-3.5 w-16 rounded-mark" />
            <Skeleton className="h-8 w-24 rounded-mark" />
          </span>
        ))}
      </Card>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-88 rounded-card" />
        <Skeleton className="h-88 rounded-card" />
      </div>
    </Page>
  )
}

function OverviewShape() {
  const t = useTranslations('nav')
  return (
    <Page>
      <HeaderSkeleton title={t('overview')} sentence actions={3} />
      <Card className="grid min-h-32 grid-cols-2 gap-6 lg:grid-cols-5">
        {Array.from({ length: 5 }, (_, tile) => (
          <span key={tile} className="grid content-start gap-3 max-lg:nth-[n+5]:hidden">
            <Skeleton className="h-3.5 w-16 rounded-mark" />
            <Skeleton className="h-8 w-24 rounded-mark" />
          </span>
        ))}
      </Card>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-88 rounded-card" />
        <Skeleton className="h-88 rounded-card" />
      </div>
    </Page>
  )
}
