import { expect, it } from 'vitest'
import { runAsActor } from '../../actor-context'
import { optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { blockAddresses } from '../../suppressions/block-addresses'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { handleSuppressionsExport } from './suppressions-export'

const ORIGIN = { address: null, requestId: null }

it('the export of suppressions has the filtered addresses with reason, date and author, and is in the audit log', async () => {
  const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  const { cookie, userId } = await aSession(organizationId, 'member')
  const person = await aContact(organizationId, { email: 'person@example.com' })
  await optOut(organizationId, person.id, person.email)
  await runAsActor({ actor: { type: 'user', id: userId, name: 'Ada' }, origin: ORIGIN }, () =>
    blockAddresses(organizationId, { addresses: ['no@example.com'], note: '=1+1' }),
  )
  await db.suppression.updateMany({ where: { organizationId }, data: { createdAt: new Date('2026-11-25T01:31:00Z') } })
  const { name } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const read = async (query: string, language = 'en') => {
    const headers = { cookie, 'accept-language': language }
    const answer = await handleSuppressionsExport(
      new Request(`http://localhost/api/suppressions?${query}`, { headers }),
    )
    return (await answer.text()).replace('\uFEFF', '').trim().split('\r\n')
  }
  expect((await read('')).toSorted()).toEqual([
    'Email,Reason,Since,Added by,Note',
    `no@example.com,Blocked,2026-11-25 02:31,${name},'=1+1`,
    'person@example.com,Opted out,2026-11-25 02:31,The person,',
  ])
  expect(await read('reason=opted_out', 'fr')).toEqual([
    'E-mail;Motif;Depuis;Ajouté par;Note',
    'person@example.com;S’est désabonné;25/11/2026 02:31;La personne;',
  ])
  const events = await db.auditEvent.findMany({
    where: { organizationId, action: 'suppressions.exported' },
    orderBy: { createdAt: 'asc' },
  })
  expect(events.map(({ changes }) => changes)).toEqual([
    [{ field: 'count', from: null, to: 2 }],
    [{ field: 'count', from: null, to: 1 }],
  ])
  await expect(handleSuppressionsExport(new Request('http://localhost/api/suppressions'))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
})
