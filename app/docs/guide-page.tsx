import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Nodes } from 'mdast'
import { toString as plainText } from 'mdast-util-to-string'
import { GuideNav } from '@/components/docs/guide-nav'
import { MarkdownBlocks } from '@/components/docs/markdown-blocks'
import { TableOfContents } from '@/components/docs/table-of-contents'
import { ClientMessages } from '@/components/i18n/client-messages'
import { Link } from '@/components/ui/controls/link'
import { GUIDE_NAMES, type GuideName, guideHref, loadGuideContext, readGuide } from './guides'

export async function GuidePage({ name }: { name: GuideName }) {
  const [guide, context, titles] = await Promise.all([
    readGuide(name),
    loadGuideContext(),
    Promise.all(GUIDE_NAMES.map(async (other) => ({ href: guideHref(other), title: (await readGuide(other)).title }))),
  ])
  const headings = guide.blocks.flatMap((block) =>
    block.type === 'heading' ? [{ id: block.id, level: block.depth, text: plainText(block) }] : [],
  )
  const index = GUIDE_NAMES.indexOf(name)
  return (
    <ClientMessages namespaces={['docs']}>
      <div className="mx-auto grid max-w-[1280px] grid-cols-[minmax(0,1fr)] px-4 sm:px-6 lg:grid-cols-[184px_minmax(0,1fr)] lg:gap-12 xl:grid-cols-[184px_minmax(0,1fr)_200px]">
        <GuideNav guides={titles} />
        <main id="content" tabIndex={-1} className="mx-auto w-full min-w-0 max-w-[760px] py-8 outline-none lg:py-10">
          <article className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <header className="grid gap-3">
              <h1 className="text-28 font-semibold">{guide.title}</h1>
              <p className="max-w-[60ch] text-16 text-ink-soft">{guide.lead}</p>
            </header>
            <MarkdownBlocks
              blocks={context.reader === 'member' ? withoutSettings(guide.blocks) : guide.blocks}
              {...context}
            />
          </article>
          <AdjacentGuides previous={titles[index - 1]} next={titles[index + 1]} />
        </main>
        <TableOfContents headings={headings} />
      </div>
    </ClientMessages>
  )
}

/** Replaces links to settings with plain text for members, who cannot open those pages. */
function withoutSettings<T>(blocks: T): T {
  return JSON.parse(JSON.stringify(blocks), (_, part: Nodes | null) =>
    part?.type === 'link' && part.url.startsWith('/settings/') ? { type: 'text', value: plainText(part) } : part,
  ) as T
}

type AdjacentGuide = { href: string; title: string } | undefined

function AdjacentGuides({ previous, next }: { previous: AdjacentGuide; next: AdjacentGuide }) {
  return (
    <div data-print="hide" className="mt-14 flex justify-between gap-4 border-t pt-5 text-14">
      {previous ? (
        <Link
          href={previous.href}
          className="inline-flex items-center gap-2 rounded-mark font-medium text-ink-soft hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {previous.title}
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link
          href={next.href}
          className="inline-flex items-center gap-2 rounded-mark text-right font-medium text-ink-soft hover:text-ink"
        >
          {next.title}
          <ArrowRight size={16} aria-hidden />
        </Link>
      )}
    </div>
  )
}
