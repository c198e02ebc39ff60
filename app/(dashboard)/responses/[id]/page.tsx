import type { Metadata } from 'next'
import { CasePanel } from '@/components/cases/case-panel'
import { NoteSection } from '@/components/cases/note-section'
import { ResponseReplySection } from '@/components/cases/response-reply-section'
import { TimelineSection } from '@/components/cases/timeline-section'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AdjacentResponseLinks, AdjacentResponseLinksBottomSpace } from '@/components/responses/adjacent-response-links'
import { AnswerList } from '@/components/responses/answer-list'
import { EraseResponseTextDialog } from '@/components/responses/erase-response-text-dialog'
import { HiddenFieldList } from '@/components/responses/hidden-field-list'
import { respondentName } from '@/components/responses/respondent-name'
import {
  pageAtPosition,
  parseOriginListParams,
  responseHref,
  responseListHref,
} from '@/components/responses/response-urls'
import { ResponseScoreAndStatusBadges } from '@/components/responses/score-badge'
import { FlaggedResponseActions } from '@/components/survey-links/lazy-flagged-actions'
import { BackLink } from '@/components/ui/content/back-link'
import { Callout } from '@/components/ui/content/callout'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import { PageShortcuts } from '@/components/ui/page-shortcuts'
import type { SearchParams } from '@/components/ui/search-params'
import { VisitRecorder } from '@/components/unread/dashboard-visit-recorder'
import { MarkResponseOpened } from '@/components/unread/mark-response-opened'
import { getPageCaller, orNotFound, requireMemberAccount } from '@/server/api/session/page-caller'
import type { ResponseDetail } from '@/server/responses/schema'
import { pickListParams, readListQuery } from '../list-query'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('responses'), params, getPageCaller()])
  const { data } = await orNotFound(caller.responses.detail({ id }))
  const title = data.isAnonymous ? t('byAnonymous') : t('by', { name: respondentName(t, data) })
  return { title: `${title} · ${data.survey.name}` }
}

export default async function ResponsePage({ params, searchParams }: Props) {
  const [t, { id }, caller, urlParams] = await Promise.all([getT('responses'), params, getPageCaller(), searchParams])
  const list = pickListParams(parseOriginListParams(urlParams))
  const { page, limit: _limit, ...query } = readListQuery(list)
  const [{ data: response }, { data: neighbours }, { data: account }, { data: unseen }] = await Promise.all([
    orNotFound(caller.responses.detail({ id })),
    orNotFound(caller.responses.adjacent({ ...query, id })),
    requireMemberAccount(caller.account.get()),
    orNotFound(caller.unread.isNew({ id })),
  ])
  // The list may have shrunk, and positions far down are not counted: clamp to an existing page.
  const { position, total } = neighbours
  const listParams = { ...list, page: String(position === null ? page : pageAtPosition(Math.min(position, total))) }
  const { survey } = response
  const isPartial = response.status === 'partial'
  const { counts } = response
  const hasText = response.answers.some(({ type }) => type === 'text') || Object.keys(response.fields).length > 0
  const mayErase = account.user.role === 'owner' || account.user.role === 'admin'
  const answers = (
    <Section
      title={t('answers')}
      action={
        mayErase && hasText ? (
          <ClientMessages namespaces={['cases']}>
            <EraseResponseTextDialog id={id} />
          </ClientMessages>
        ) : undefined
      }
    >
      <AnswerList {...response} timeZone={account.organization.timeZone} />
    </Section>
  )
  return (
    <Page width="medium">
      <PageHeader
        title={respondentName(t, response)}
        badge={(isPartial || response.flag || response.band) && <ResponseScoreAndStatusBadges response={response} />}
        description={survey.name}
        backLink={
          <BackLink href={responseListHref(listParams)} label={t('title')} row={responseHref(id, listParams)} />
        }
        actions={<AdjacentResponseLinks adjacent={neighbours} listParams={list} />}
      />
      {isPartial && <Callout>{t(describePartial(response))}</Callout>}
      {response.flag && <FlagNote id={id} flag={response.flag} />}
      {!counts ? (
        answers
      ) : (
        // Beside the answers on wide screens; on narrow ones between the answers and the history.
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_288px] lg:grid-rows-[auto_1fr] lg:gap-x-8">
          {answers}
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <CaseSection response={response} />
          </div>
          <div className="grid min-w-0 content-start gap-6">
            <CaseHistory id={id} />
          </div>
        </div>
      )}
      <HiddenFieldList fields={response.fields} />
      <ResponseDetails response={response} />
      <AdjacentResponseLinksBottomSpace />
      <PageShortcuts />
      <VisitRecorder organizationId={account.organization.id} />
      {unseen.isNew && <MarkResponseOpened responseId={id} />}
    </Page>
  )
}

function describePartial({ counts, channel }: ResponseDetail) {
  if (channel === 'link') return 'partialLinkNote'
  return counts ? 'countingNote' : 'partialNote'
}

async function FlagNote({ id, flag }: { id: string; flag: NonNullable<ResponseDetail['flag']> }) {
  const t = await getT('sharing')
  return (
    <Callout
      title={t('flag.title')}
      action={
        <ClientMessages namespaces={['sharing']}>
          <span className="flex gap-2">
            <FlaggedResponseActions id={id} />
          </span>
        </ClientMessages>
      }
    >
      {t(`flag.${flag}`)} {t('flag.sentence')}
    </Callout>
  )
}

async function ResponseDetails({ response }: { response: ResponseDetail }) {
  const [t, common] = await Promise.all([getT('responses'), getT('common')])
  const { contact, survey, sequence, sending, status, counts, submittedAt, importId, surveyLink } = response
  const link = (collection: string, record: { id: string; name: string } | null) =>
    record && <TextLink href={`/${collection}/${record.id}`}>{record.name}</TextLink>
  return (
    <Section title={t('about')}>
      <DefinitionList
        items={[
          { label: t('contact'), value: link('contacts', contact) ?? respondentName(t, response) },
          { label: t('survey'), value: response.surveyExists ? link('surveys', survey) : survey.name },
          { label: t('sequence'), value: link('sequences', sequence) },
          // Empty once the contact was deleted, which also removes the email address.
          { label: t('sending'), value: sending?.email ? t('sendingTo', { email: sending.email }) : null },
          { label: t('sentAt'), value: sending?.sentAt && <Time value={sending.sentAt} as="datetime" /> },
          {
            label: t(status !== 'partial' ? 'submittedAt' : counts ? 'countsSince' : 'begunAt'),
            value: <Time value={submittedAt ?? response.createdAt} as="datetime" />,
          },
          {
            label: t('importedLabel'),
            value: importId && <TextLink href={`/contacts/imports/${importId}`}>{t('importedValue')}</TextLink>,
          },
          { label: t('channel'), value: response.channel && t(`channels.${response.channel}`) },
          {
            label: t(response.channel === 'web' ? 'surveyWidget' : 'surveyLink'),
            value: surveyLink && (
              <TextLink
                href={`/surveys/${survey.id}/${response.channel === 'web' ? 'widgets' : 'sharing'}/${surveyLink.id}`}
              >
                {surveyLink.name}
              </TextLink>
            ),
          },
          { label: t('languageLabel'), value: common(`language.${response.language}`) },
          { label: t('location'), value: link('locations', response.location) },
          { label: t('employee'), value: link('employees', response.employee) },
          { label: t('company'), value: link('companies', response.company) },
          { label: t('id'), value: <span className="font-mono text-13">{response.id}</span> },
        ]}
      />
    </Section>
  )
}

async function CaseSection({ response }: { response: ResponseDetail }) {
  const [t, caller] = await Promise.all([getT('cases'), getPageCaller()])
  const [{ data: members }, { data: account }] = await Promise.all([caller.members.list(), caller.account.get()])
  const { id, tags } = response
  return (
    <Section title={t('title')} frame="card">
      <ClientMessages namespaces={['cases']}>
        <CasePanel
          response={{ id, case: response.case, tags }}
          members={members.map(({ userId, name }) => ({ userId, name }))}
          currentUserId={account.user.id}
        />
      </ClientMessages>
    </Section>
  )
}

async function CaseHistory({ id }: { id: string }) {
  const caller = await getPageCaller()
  const [{ data: form }, { data: templates }, { data: timeline }, { data: account }] = await Promise.all([
    orNotFound(caller.responses.replyForm({ id })),
    caller.replyTemplates.list({ kind: 'response' }),
    orNotFound(caller.responses.timeline({ id })),
    caller.account.get(),
  ])
  const { user, organization } = account
  const isAdmin = user.role === 'owner' || user.role === 'admin'
  return (
    <>
      <ResponseReplySection responseId={id} form={form} templates={templates} mayManage={isAdmin} />
      <NoteSection responseId={id} notes={timeline.notes} viewer={{ id: user.id, mayDeleteAll: isAdmin }} />
      <TimelineSection events={timeline.events} replies={timeline.replies} timeZone={organization?.timeZone ?? 'UTC'} />
    </>
  )
}
