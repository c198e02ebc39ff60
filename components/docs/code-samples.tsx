import { Fragment } from 'react'
import type { CodeLanguage } from './code-languages'
import { type CodeTabItem, CodeTabs, type CodeTabsProps, MaskedApiKey } from './code-tabs'
import { highlight, type Token } from './highlight'
import { KEY_PLACEHOLDER } from './request-samples'

export type CodeSamplesProps = Omit<CodeTabsProps, 'samples'> & {
  samples: readonly { language: CodeLanguage; code: string }[]
}

export function CodeSamples({ samples, ...rest }: CodeSamplesProps) {
  const highlighted: CodeTabItem[] = samples.map(({ language, code }) => ({
    language,
    code,
    content: highlight(code, language).map((token, index) => (
      // The code is static, so the index is a stable key.
      // oxlint-disable-next-line react/no-array-index-key
      <TokenText key={index} token={token} />
    )),
  }))
  return <CodeTabs samples={highlighted} {...rest} />
}

const TOKEN_STYLE: Record<Token['kind'], string | undefined> = {
  plain: undefined,
  comment: 'text-ink-faint',
  string: 'text-positive-text',
  keyword: 'text-accent-text',
  number: 'text-neutral-text',
}

function TokenText({ token: { kind, text } }: { token: Token }) {
  const parts = text.split(KEY_PLACEHOLDER)
  const content = parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <MaskedApiKey />}
      {part}
    </Fragment>
  ))
  return TOKEN_STYLE[kind] === undefined ? content : <span className={TOKEN_STYLE[kind]}>{content}</span>
}
