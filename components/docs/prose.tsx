import type { ReactNode } from 'react'
import { Callout } from '../ui/content/callout'
import { Code as CodeWord } from '../ui/content/code-block'
import { TextLink } from '../ui/controls/text-link'
import { Code } from './code'
import { ErrorTable, EventTable, ScopeTable, TextTable } from './fact-tables'
import type { Facts } from './facts'
import { KeyField, type KeyFieldProps } from './key-field'
import { isCodeLanguage } from './languages'
import { type Block, type CodeSource, type Phrase, plainText } from './markdown'
import { codeSamples, parseRequest } from './samples'

export type ProseProps = {
  blocks: readonly Block[]
  facts: Facts
  reader: KeyFieldProps['reader']
  receivers: readonly { language: 'js' | 'python' | 'php' | 'ruby' | 'go'; code: string }[]
}

export function Prose({ blocks, ...rest }: ProseProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 text-16 text-ink-soft [&_code]:[overflow-wrap:anywhere] [&_code]:break-normal">
      {blocks.map((block, index) => (
        // The guide is static, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <Part key={index} block={block} {...rest} />
      ))}
    </div>
  )
}

type PartProps = Omit<ProseProps, 'blocks'> & { block: Block }

function Part({ block, ...rest }: PartProps): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading {...block} />
    case 'paragraph':
      return <p className="max-w-[68ch]">{words(block.content)}</p>
    case 'note':
      return <Callout>{words(block.content)}</Callout>
    case 'list':
      return <List {...block} />
    case 'table':
      return <TextTable head={block.head.map(words)} rows={block.rows.map((row) => row.map(words))} />
    case 'code':
      return <CodePart blocks={block.blocks} baseUrl={rest.facts.baseUrl} />
    case 'directive':
      return <Directive name={block.name} {...rest} />
  }
}

function Heading({ level, id, content }: Extract<Block, { kind: 'heading' }>) {
  const Tag = level === 2 ? 'h2' : 'h3'
  return (
    <Tag
      id={id}
      className={
        level === 2
          ? 'group mt-6 scroll-mt-20 text-20 font-semibold text-ink'
          : 'group mt-2 scroll-mt-20 text-16 font-semibold text-ink'
      }
    >
      <a href={`#${id}`} className="rounded-mark">
        {words(content)}
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

function List({ ordered, items }: Extract<Block, { kind: 'list' }>) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag
      className={`grid max-w-[68ch] gap-2 pl-5 marker:text-ink-faint ${ordered ? 'list-decimal marker:figures' : 'list-disc'}`}
    >
      {items.map((item) => (
        <li key={plainText(item)} className="pl-1">
          {words(item)}
        </li>
      ))}
    </Tag>
  )
}

/** Info strings: `js`, `json`, `answer 201`, `request POST /contacts`. */
function CodePart({ blocks, baseUrl }: { blocks: readonly CodeSource[]; baseUrl: string }) {
  const [{ info, code } = { info: '', code: '' }] = blocks
  const [kind = '', ...rest] = info.split(' ')
  if (kind === 'request') return <Code samples={codeSamples(parseRequest(rest.join(' '), code), baseUrl)} />
  if (kind === 'answer') return <Code samples={[{ language: 'json', code }]} title={rest.join(' ')} />
  const samples = blocks.flatMap((block) =>
    isCodeLanguage(block.info) ? [{ language: block.info, code: block.code }] : [],
  )
  // A shell command without curl is no API sample.
  return <Code samples={samples} {...(info === 'sh' && !code.includes('curl') ? { title: 'Shell' } : {})} />
}

function Directive({ name, facts, reader, receivers }: Omit<PartProps, 'block'> & { name: string }) {
  switch (name) {
    case 'key':
      return <KeyField reader={reader} />
    case 'errors':
      return <ErrorTable facts={facts} />
    case 'scopes':
      return <ScopeTable facts={facts} />
    case 'events':
      return <EventTable facts={facts} />
    case 'receivers':
      return <Code samples={receivers} tall />
    default:
      throw new Error(`A guide asks for ::${name}, which nobody knows.`)
  }
}

export function words(phrase: Phrase): ReactNode {
  return phrase.map((part, index) => {
    const key = `${index} ${part.text}`
    switch (part.kind) {
      case 'text':
        return part.text
      case 'strong':
        return (
          <strong key={key} className="font-medium text-ink">
            {part.text}
          </strong>
        )
      case 'code':
        return <CodeWord key={key}>{part.text}</CodeWord>
      case 'link':
        return (
          <TextLink key={key} href={part.href}>
            {part.text}
          </TextLink>
        )
    }
  })
}
