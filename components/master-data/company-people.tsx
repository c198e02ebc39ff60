import type { CompanyPeople as CompanyPeopleData, CompanyPeopleFilter } from '@/server/master-data/schema'
import { getT } from '../i18n/server'
import { SegmentedLinks } from '../overview/segmented-links'
import { ResponseScoreAndStatusBadges } from '../responses/score-badge'
import { Dash } from '../ui/content/definition-list'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import { Pagination } from '../ui/lists/pagination'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import type { SearchParams } from '../ui/search-params'

export type CompanyPeopleProps = {
  people: CompanyPeopleData
  filter: CompanyPeopleFilter | undefined
  companyId: string
  params: SearchParams
}

const FILTERS = ['answered', 'unanswered', 'neverAsked'] as const satisfies readonly CompanyPeopleFilter[]

/** The contacts of a company with their last answer, and how many never answered or were never asked. */
export async function CompanyPeople({
  people: { counts, people, meta },
  filter,
  companyId,
  params,
}: CompanyPeopleProps) {
  const t = await getT('overview')
  const allContacts = (
    <TextLink href={`/contacts?company=${companyId}`}>{t('people.all', { count: meta.total })}</TextLink>
  )
  if (counts === null)
    return (
      <Section title={t('people.title')}>
        <p className="text-14 text-ink-soft">{allContacts}</p>
      </Section>
    )
  if (counts.all === 0)
    return (
      <Section title={t('people.title')}>
        <p className="text-14 text-ink-soft">{t('people.none')}</p>
      </Section>
    )
  const path = `/companies/${companyId}`
  return (
    <Section
      title={t('people.title')}
      description={
        counts.lastAskedAt === null ? (
          t('people.neverAskedAny')
        ) : (
          <>
            {t('people.lastAsked')} <Time value={counts.lastAskedAt} />
          </>
        )
      }
      action={
        <SegmentedLinks
          label={t('people.filter')}
          param="people"
          value={filter ?? ''}
          params={params}
          path={path}
          clearedParams={['page']}
          options={[
            { value: '', label: t('people.filters.all', { count: counts.all }) },
            ...FILTERS.map((value) => ({ value, label: t(`people.filters.${value}`, { count: counts[value] }) })),
          ]}
        />
      }
    >
      {people.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('people.noneOfFilter')}</p>
      ) : (
        <Table>
          <thead>
            <tr>
              <HeaderCell>{t('people.name')}</HeaderCell>
              <HeaderCell>{t('people.lastAnswer')}</HeaderCell>
              <HeaderCell className="max-sm:hidden">{t('people.comment')}</HeaderCell>
              <HeaderCell align="right">{t('people.asked')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, name, lastAnswer, lastAskedAt }) => (
              <Row key={id}>
                <Cell>
                  <TextLink href={`/contacts/${id}`}>{name}</TextLink>
                </Cell>
                <Cell>
                  {lastAnswer === null ? (
                    <span className="text-ink-faint">
                      {t(lastAskedAt === null ? 'people.notAsked' : 'people.silent')}
                    </span>
                  ) : (
                    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <ResponseScoreAndStatusBadges response={lastAnswer} />
                      <span className="text-13 text-ink-faint">
                        <Time value={lastAnswer.createdAt} brief />
                      </span>
                    </span>
                  )}
                </Cell>
                <Cell className="max-w-80 max-sm:hidden">
                  {lastAnswer && (
                    <TextLink href={`/responses/${lastAnswer.id}`}>
                      <span className="line-clamp-1 wrap-anywhere">
                        {lastAnswer.comment ?? lastAnswer.choices ?? lastAnswer.survey.name}
                      </span>
                    </TextLink>
                  )}
                </Cell>
                <Cell align="right">{lastAskedAt === null ? <Dash /> : <Time value={lastAskedAt} brief />}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Pagination meta={meta} path={path} params={params} />
    </Section>
  )
}
