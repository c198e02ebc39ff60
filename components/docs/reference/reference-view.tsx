import { toString as plainText } from 'mdast-util-to-string'
import { getT } from '@/components/i18n/server'
import { TextLink } from '../../ui/controls/text-link'
import { ApiKeyCard } from '../api-key-card'
import { MarkdownBlocks, type MarkdownBlocksProps, renderInline } from '../markdown-blocks'
import type { ApiReference, ReferenceChapter } from './build-reference'
import { FieldRows } from './field-list'
import { OperationOrEventSection } from './operation-or-event-section'
import './reading.css'

export type ReferenceViewProps = Omit<MarkdownBlocksProps, 'blocks'> & { reference: ApiReference }

export async function ReferenceView({ reference, ...context }: ReferenceViewProps) {
  const t = await getT('docs')
  return (
    <div className="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] px-4 sm:px-6 lg:grid-cols-[216px_minmax(0,1fr)] lg:gap-12">
      <ReferenceNav {...reference} />
      <main id="content" tabIndex={-1} className="min-w-0 py-8 outline-none lg:py-10">
        <header className="grid max-w-[760px] gap-3">
          <h1 className="text-28 font-semibold">{t('reference.title')}</h1>
          <p className="max-w-[60ch] text-16 text-ink-soft">{t('reference.lead')}</p>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-14">
            <TextLink href="/api/v1/openapi.json">{t('reference.document')}</TextLink>
            <TextLink href="/api/v1/postman.json">{t('reference.collection')}</TextLink>
          </p>
          <ApiKeyCard reader={context.reader} />
        </header>
        <div lang="en" className="mt-8 max-w-[760px]">
          <MarkdownBlocks blocks={reference.introduction} {...context} />
        </div>
        {reference.chapters.map((chapter) => (
          <ChapterSection key={chapter.id} chapter={chapter} baseUrl={context.facts.baseUrl} />
        ))}
        <Objects objects={reference.objects} />
      </main>
    </div>
  )
}

function ChapterSection({
  chapter: { id, name, description, entries },
  baseUrl,
}: {
  chapter: ReferenceChapter
  baseUrl: string
}) {
  return (
    <section aria-labelledby={`chapter-${id}`} className="mt-14 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div lang="en" className="grid gap-2">
        <h2 id={`chapter-${id}`} className="scroll-mt-20 text-20 font-semibold">
          {name}
        </h2>
        {description.map((block) =>
          block.type === 'paragraph' ? (
            <p key={plainText(block)} className="max-w-[60ch] text-16 text-ink-soft">
              {renderInline(block)}
            </p>
          ) : null,
        )}
      </div>
      <div>
        {entries.map((entry) => (
          <OperationOrEventSection key={entry.id} entry={entry} baseUrl={baseUrl} />
        ))}
      </div>
    </section>
  )
}

async function Objects({ objects }: Pick<ApiReference, 'objects'>) {
  const t = await getT('docs')
  return (
    <section aria-labelledby="objects" className="mt-14 grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-6">
      <h2 id="objects" className="scroll-mt-20 text-20 font-semibold">
        {t('reference.objects')}
      </h2>
      {objects.map(({ name, fields }) => (
        <section key={name} aria-labelledby={`object-${name}`} className="grid gap-2 border-t py-6">
          <h3 id={`object-${name}`} lang="en" className="scroll-mt-20 text-16 font-semibold">
            {name}
          </h3>
          <FieldRows fields={fields} />
        </section>
      ))}
    </section>
  )
}

async function ReferenceNav({ introduction, chapters, objects }: ApiReference) {
  const t = await getT('docs')
  const groups = [
    {
      id: 'content',
      name: t('reference.introduction'),
      targets: introduction.flatMap((block) =>
        block.type === 'heading' ? [{ id: block.id, name: plainText(block) }] : [],
      ),
    },
    ...chapters.map(({ id, name, entries }) => ({
      id: `chapter-${id}`,
      name,
      targets: entries.map((entry) => ({ id: entry.id, name: entry.summary })),
    })),
    {
      id: 'objects',
      name: t('reference.objects'),
      targets: objects.map(({ name }) => ({ id: `object-${name}`, name })),
    },
  ]
  return (
    <>
      <nav aria-label={t('reference.operations')} data-print="hide" className="max-lg:hidden">
        <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto py-10 [scrollbar-width:thin]">
          <NavLinks groups={groups} />
        </div>
      </nav>
      <details data-print="hide" className="-mx-4 border-b px-4 py-3 sm:-mx-6 sm:px-6 lg:hidden">
        <summary className="cursor-pointer rounded-mark text-14 font-medium">{t('reference.operations')}</summary>
        <nav aria-label={t('reference.operations')} className="pt-3">
          <NavLinks groups={groups} />
        </nav>
      </details>
    </>
  )
}

type NavTarget = { id: string; name: string }

function NavLinks({ groups }: { groups: readonly (NavTarget & { targets: readonly NavTarget[] })[] }) {
  return (
    <ul lang="en" className="reference-nav grid gap-5">
      {groups.map(({ id, name, targets }) => (
        <li key={id}>
          <a href={`#${id}`}>{name}</a>
          <ul>
            {targets.map((target) => (
              <li key={target.id}>
                <a href={`#${target.id}`}>{target.name}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
