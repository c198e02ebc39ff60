import { getT } from '@/components/i18n/server'
import { cn } from '../../ui/cn'
import { Code } from '../code'
import { type Block, plainText } from '../markdown'
import { words } from '../prose'
import { codeSamples } from '../samples'
import type { Entry } from './chapters'
import { TryButton } from './console-switch'
import { FieldList, FoldedFields } from './field-list'

/** One operation: what it is for and takes on the left, a call and its answer on the right. */
export async function EntrySection({ entry, baseUrl }: { entry: Entry; baseUrl: string }) {
  const t = await getT('docs')
  const { id, summary, description, place, parameters, body, answer, errors, request, example, consoleHash } = entry
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
            {place.method !== '' && (
              <span className={cn('font-semibold', METHOD_LOOK[place.method])}>{place.method}</span>
            )}
            <span className="text-ink-soft [overflow-wrap:anywhere]">{place.path}</span>
          </p>
        </div>
        <Paragraphs blocks={description} />
        <FieldList title={t('reference.path')} fields={parameters.path} />
        <FieldList title={t('reference.query')} fields={parameters.query} />
        <FieldList title={t('reference.headers')} fields={parameters.header} />
        <FieldList title={t('reference.body')} fields={body} />
        <FoldedFields title={t('reference.answer')} fields={answer} />
        <Errors errors={errors} />
      </div>
      <div className="grid content-start gap-4 self-start xl:sticky xl:top-20">
        {request && (
          <>
            <div className="flex justify-end">
              <TryButton consoleHash={consoleHash} summary={summary} />
            </div>
            <Code samples={codeSamples(request, baseUrl)} />
          </>
        )}
        {example && (
          <Code
            samples={[{ language: 'json', code: JSON.stringify(example.value, null, 2) }]}
            title={request ? example.status : t('reference.delivered')}
            tall
          />
        )}
      </div>
    </section>
  )
}

const METHOD_LOOK: Record<string, string> = {
  GET: 'text-accent-text',
  POST: 'text-positive-text',
  PATCH: 'text-neutral-text',
  DELETE: 'text-negative-text',
}

function Paragraphs({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div lang="en" className="grid max-w-[60ch] gap-2 text-14 text-ink-soft">
      {blocks.map((block) =>
        block.kind === 'paragraph' ? <p key={plainText(block.content)}>{words(block.content)}</p> : null,
      )}
    </div>
  )
}

async function Errors({ errors }: Pick<Entry, 'errors'>) {
  const t = await getT('docs')
  if (errors.length === 0) return null
  return (
    <details className="grid gap-1">
      <summary className="cursor-pointer rounded-mark text-13 font-semibold marker:text-ink-faint">
        {t('reference.errors')}
      </summary>
      <ul className="grid gap-1 py-2">
        {errors.map(({ status, codes }) => (
          <li key={status} className="flex gap-3 text-13">
            <span className="figures text-ink-soft">{status}</span>
            <span className="font-mono text-12 leading-5 [overflow-wrap:anywhere]">{codes.join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
