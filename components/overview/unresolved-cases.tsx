import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { responseListHref } from '@/components/responses/response-urls'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SearchParams } from '@/components/ui/search-params'
import type { Overview } from '@/server/overview/schema'
import { ResponseFeed } from './response-feed'

export type UnresolvedCasesProps = Pick<Overview, 'attention'> & { list: SearchParams }

/** Unresolved cases with their count; without a filter, the same number as in the navigation and the digest. @param list filters of their list. */
export async function UnresolvedCases({ attention: { count, latest }, list }: UnresolvedCasesProps) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const title = (
    <>
      {t('attention')} <span className="figures font-normal text-ink-soft">{formatNumber(count, locale)}</span>
    </>
  )
  return (
    <Section
      title={count > 0 ? title : t('attention')}
      description={t('attentionSentence')}
      action={count > 0 && <TextLink href={responseListHref(list)}>{t('allCases')}</TextLink>}
    >
      {count > 0 ? (
        <ResponseFeed responses={latest} listParams={list} />
      ) : (
        <p className="text-14 text-ink-soft">{t('nothingOpen')}</p>
      )}
    </Section>
  )
}
