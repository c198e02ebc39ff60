import { getPageCaller } from '../session/page-caller'

export async function loadAlertFormOptions() {
  const caller = await getPageCaller('admin')
  const [surveys, { data: locations }, { data: members }, { data: userIdsWithPhone }, { data: outboxStatus }] =
    await Promise.all([
      readSurveys(caller),
      caller.locations.names(),
      caller.members.list(),
      caller.alerts.withPhone(),
      caller.outbox.status(),
    ])
  return {
    surveys,
    locations: locations.map(({ id, name }) => ({ id, name })),
    people: members.map(({ userId, name }) => ({ id: userId, name })),
    userIdsWithPhone,
    isSmsStoredInOutbox: outboxStatus.sms,
  }
}

async function readSurveys(caller: Awaited<ReturnType<typeof getPageCaller>>): Promise<{ id: string; name: string }[]> {
  const surveys: { id: string; name: string }[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, meta } = await caller.surveys.list({ page, limit: 100 })
    surveys.push(...data.map(({ id, name }) => ({ id, name })))
    pages = meta.totalPages
  }
  return surveys
}
