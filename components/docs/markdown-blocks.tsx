import type { List as ListNode, Parents } from 'mdast'
import { toString as plainText } from 'mdast-util-to-string'
import type { ReactNode } from 'react'
import type { DocsFacts } from '@/server/api/pages/docs-facts'
import { Callout } from '../ui/content/callout'
import { InlineCode } from '../ui/content/code-block'
import { TextLink } from '../ui/controls/text-link'
import { ApiKeyCard, type ApiKeyCardProps } from './api-key-card'
import { isCodeLanguage } from './code-languages'
import { CodeSamples } from './code-samples'
import { DocsTable, ErrorTable, EventTable, ScopeTable } from './guide-tables'
import type { Block, CodeGroup, IdentifiedHeading } from './markdown'
import { parseSampleRequest, renderRequestSamples } from './request-samples'

export type MarkdownBlocksProps = {
  blocks: readonly Block[]
  facts: DocsFacts
  reader: ApiKeyCardProps['reader']
  receivers: readonly { language: 'js' | 'python' | 'php' | 'ruby' | 'go'; code: string }[]
}

export function MarkdownBlocks({ blocks, ...rest }: MarkdownBlocksProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-16 text-ink-soft [&_code]:[overflow-wrap:anywhere] [&_code]:break-normal">
      {blocks.map((block, index) => (
        // The guide is static, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} {...rest} />
      ))}
    </div>
  )
}

type BlockViewProps = Omit<MarkdownBlocksProps, 'blocks'> & { block: Block }

function BlockView({ block, ...rest }: BlockViewProps): ReactNode {
  switch (block.type) {
    case 'heading':
      return <Heading {...block} />
    case 'paragraph':
      return <p className="max-w-[68ch]">{renderInline(block)}</p>
    case 'blockquote':
      return <Callout>{renderInline(block)}</Callout>
    case 'list':
      return <List {...block} />
    case 'table': {
      const [head = [], ...rows] = block.children.map(({ children }) => children.map(renderInline))
      return <DocsTable head={head} rows={rows} />
    }
    case 'codeGroup':
      return <CodeGroupView {...block} baseUrl={rest.facts.baseUrl} />
    case 'directive':
      return <MarkdownDirective name={block.name} {...rest} />
  }
}

function Heading(heading: IdentifiedHeading) {
  const { depth, id } = heading
  const Tag = depth === 2 ? 'h2' : 'h3'
  return (
    <Tag
      id={id}
      className={
        depth === 2
          ? 'group mt-6 scroll-mt-20 text-20 font-semibold text-ink'
          : 'group mt-2 scroll-mt-20 text-16 font-semibold text-ink'
      }
    >
      <a href={`#${id}`} className="rounded-mark">
        {renderInline(heading)}
        <span
          aria-hidden
          className="ml-2 font-normal text-ink-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100"
        >
          #
        </span>
      </a>
    </Tag>
  )
}

function List({ ordered, children }: ListNode) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag
      className={`grid max-w-[68ch] gap-2 pl-5 marker:text-ink-faint ${ordered ? 'list-decimal marker:figures' : 'list-disc'}`}
    >
      {children.map((item) => (
        <li key={plainText(item)} className="pl-1">
          {renderInline(item)}
        </li>
      ))}
    </Tag>
  )
}

function CodeGroupView({ children, baseUrl }: CodeGroup & { baseUrl: string }) {
  const [{ lang, meta, value } = { value: '' }] = children
  if (lang === 'request')
    return <CodeSamples samples={renderRequestSamples(parseSampleRequest(meta ?? '', value), baseUrl)} />
  if (lang === 'answer') return <CodeSamples samples={[{ language: 'json', code: value }]} title={meta ?? ''} />
  const samples = children.flatMap(({ lang: language = null, value: code }) =>
    language !== null && isCodeLanguage(language) ? [{ language, code }] : [],
  )
  // A shell command without curl is no API sample.
  return <CodeSamples samples={samples} {...(lang === 'sh' && !value.includes('curl') ? { title: 'Shell' } : {})} />
}

function MarkdownDirective({ name, facts, reader, receivers }: Omit<BlockViewProps, 'block'> & { name: string }) {
  switch (name) {
    case 'key':
      return <ApiKeyCard reader={reader} />
    case 'errors':
      return <ErrorTable facts={facts} />
    case 'scopes':
      return <ScopeTable facts={facts} />
    case 'events':
      return <EventTable facts={facts} />
    case 'receivers':
      return <CodeSamples samples={receivers} tall />
    default:
      throw new Error(`Unknown directive in a guide: ::${name}`)
  }
}

export function renderInline({ children }: Parents): ReactNode {
  return children.map((node) => {
    const key = node.position?.start.offset
    switch (node.type) {
      case 'text':
        return node.value
      case 'inlineCode':
        return <InlineCode key={key}>{node.value}</InlineCode>
      case 'strong':
        return (
          <strong key={key} className="font-medium text-ink">
            {renderInline(node)}
          </strong>
        )
      case 'link':
        return (
          <TextLink key={key} href={node.url}>
            {renderInline(node)}
          </TextLink>
        )
      case 'paragraph':
        return renderInline(node)
      default:
        throw new Error(`The page has no element for ${node.type}.`)
    }
  })
}
