import { getT } from '@/components/i18n/server'
import { TextLink } from '../../ui/controls/text-link'
import { KeyField } from '../key-field'
import { Prose, type ProseProps, words } from '../prose'
import type { Chapter, ReferenceBook } from './chapters'
import { EntrySection } from './entry-section'

export type ReadingViewProps = Omit<ProseProps, 'blocks'> & { book: ReferenceBook }

/** Every word of the reference, in the page itself: it needs no script to be read, searched or printed. */
export async function ReadingView({ book, ...surroundings }: ReadingViewProps) {
  const t = await getT('docs')
  return (
    <div className="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] px-4 sm:px-6 lg:grid-cols-[216px_minmax(0,1fr)] lg:gap-12">
      <ReferenceNav chapters={book.chapters} />
      <main id="content" tabIndex={-1} className="min-w-0 py-8 outline-none lg:py-10">
        <header className="grid max-w-[760px] gap-3">
          <h1 className="text-28 font-semibold">{t('reference.title')}</h1>
          <p className="max-w-[60ch] text-16 text-ink-soft">{t('reference.lead')}</p>
          <p className="text-14">
            <TextLink href="/api/v1/openapi.json" prefetch={false}>
              {t('reference.document')}
            </TextLink>
          </p>
          <KeyField reader={surroundings.reader} />
        </header>
        <div lang="en" className="mt-8 max-w-[760px]">
          <Prose blocks={book.introduction} {...surroundings} />
        </div>
        {book.chapters.map((chapter) => (
          <ChapterPart key={chapter.id} chapter={chapter} baseUrl={surroundings.facts.baseUrl} />
        ))}
      </main>
    </div>
  )
}

function ChapterPart({ chapter: { id, name, description, entries }, baseUrl }: { chapter: Chapter; baseUrl: string }) {
  return (
    <section aria-labelledby={`chapter-${id}`} className="mt-14 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div lang="en" className="grid gap-2">
        <h2 id={`chapter-${id}`} className="scroll-mt-20 text-20 font-semibold">
          {name}
        </h2>
        {description.map((block) =>
          block.kind === 'paragraph' ? (
            <p key={block.kind} className="max-w-[60ch] text-16 text-ink-soft">
              {words(block.content)}
            </p>
          ) : null,
        )}
      </div>
      <div>
        {entries.map((entry) => (
          <EntrySection key={entry.id} entry={entry} baseUrl={baseUrl} />
        ))}
      </div>
    </section>
  )
}

/** Every operation by its chapter: beside the text, folded above it on small screens. */
async function ReferenceNav({ chapters }: { chapters: readonly Chapter[] }) {
  const t = await getT('docs')
  return (
    <>
      <nav aria-label={t('reference.operations')} data-print="hide" className="max-lg:hidden">
        <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto py-10 [scrollbar-width:thin]">
          <NavLinks chapters={chapters} />
        </div>
      </nav>
      <details data-print="hide" className="-mx-4 border-b px-4 py-3 sm:-mx-6 sm:px-6 lg:hidden">
        <summary className="cursor-pointer rounded-mark text-14 font-medium">{t('reference.operations')}</summary>
        <nav aria-label={t('reference.operations')} className="pt-3">
          <NavLinks chapters={chapters} />
        </nav>
      </details>
    </>
  )
}

function NavLinks({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ul lang="en" className="grid gap-5">
      {chapters.map(({ id, name, entries }) => (
        <li key={id} className="grid gap-0.5">
          <a href={`#chapter-${id}`} className="rounded-mark px-2 text-13 font-medium text-ink">
            {name}
          </a>
          <ul className="grid">
            {entries.map((entry) => (
              <li key={entry.id}>
                <a
                  href={`#${entry.id}`}
                  className="flex min-h-8 items-center rounded-control px-2 text-13 text-ink-soft transition-colors hover:bg-hover hover:text-ink pointer-coarse:min-h-10"
                >
                  {entry.summary}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
