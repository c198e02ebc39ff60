import { toString as plainText } from 'mdast-util-to-string'
import { getT } from '@/components/i18n/server'
import { cn } from '../../ui/cn'
import type { Block } from '../markdown'
import { renderInline } from '../markdown-blocks'
import { renderRequestSamples } from '../request-samples'
import type { OperationOrEvent } from './build-reference'
import { FieldList, TypeName } from './field-list'
import { PlainCodeSample } from './plain-code-sample'
import { TryOperation } from './try-operation'

export async function OperationOrEventSection({ entry, baseUrl }: { entry: OperationOrEvent; baseUrl: string }) {
  const t = await getT('docs')
  const { id, summary, description, endpoint, parameters, body, request, example, tryable } = entry
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t py-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-10"
    >
      <div className="grid content-start gap-5">
        <div className="grid gap-2">
          <h3 id={id} lang="en" className="scroll-mt-20 text-16 font-semibold">
            <a href={`#${id}`} className="rounded-mark">
              {summary}
            </a>
          </h3>
          <p className="flex flex-wrap items-baseline gap-2 font-mono text-13">
            {endpoint.method !== '' && (
              <span className={cn('font-semibold', METHOD_STYLE[endpoint.method])}>{endpoint.method}</span>
            )}
            <span className="text-ink-soft [overflow-wrap:anywhere]">{endpoint.path}</span>
          </p>
        </div>
        <Paragraphs blocks={description} />
        <FieldList title={t('reference.path')} fields={parameters.path} />
        <FieldList title={t('reference.query')} fields={parameters.query} />
        <FieldList title={t('reference.headers')} fields={parameters.header} />
        {request && <FieldList title={t('reference.body')} fields={body} />}
        <ResponseTypes entry={entry} />
      </div>
      <div className="grid content-start gap-3 self-start xl:sticky xl:top-20">
        {request && (
          <>
            <PlainCodeSample label="curl" text={renderRequestSamples(request, baseUrl)[0]?.code ?? ''} />
            <div>
              <TryOperation summary={summary} operation={tryable} />
            </div>
          </>
        )}
        {example && (
          <PlainCodeSample
            label={request ? example.status : t('reference.delivered')}
            text={JSON.stringify(example.value, null, 2)}
          />
        )}
      </div>
    </section>
  )
}

const METHOD_STYLE: Record<string, string> = {
  GET: 'text-accent-text',
  POST: 'text-positive-text',
  PATCH: 'text-neutral-text',
  DELETE: 'text-negative-text',
}

function Paragraphs({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div lang="en" className="grid max-w-[60ch] gap-2 text-14 text-ink-soft">
      {blocks.map((block) => (block.type === 'paragraph' ? <p key={plainText(block)}>{renderInline(block)}</p> : null))}
    </div>
  )
}

async function ResponseTypes({ entry: { request, response, errors } }: { entry: OperationOrEvent }) {
  const t = await getT('docs')
  return (
    <div className="grid gap-1">
      <h4 className="text-13 font-semibold">{t(request ? 'reference.answer' : 'reference.body')}</h4>
      <ul lang="en" className="reference-fields divide-y">
        <li>
          <p>
            {request && <code>data</code>} <TypeName type={response} />
          </p>
        </li>
        {errors.map(({ status, codes }) => (
          <li key={status}>
            <p>
              <code>{status}</code> <small>{codes.join(', ')}</small>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
