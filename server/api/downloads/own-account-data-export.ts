import { auditInUserOrganizations } from '../../audit/audit'
import { exportUserData } from '../../auth/user-data-export'
import { transact } from '../../unit-of-work'
import { requireUser } from '../routers/trpc'
import { authorizeDownload, buildFileHeaders } from './file-response'

/**
 * GET /api/account: everything stored about the signed-in user, as a JSON file. The export is audited before it starts.
 * @throws {Unauthenticated}
 */
export async function handleOwnAccountDataExport(request: Request): Promise<Response> {
  const { principal, actorContext } = await authorizeDownload(request)
  const person = requireUser(principal)
  const { userId } = person
  await transact(() =>
    auditInUserOrganizations(userId, { action: 'account.exported', actorContext, about: { userId } }),
  )
  const data = await exportUserData(person)
  return new Response(JSON.stringify(data, null, 2), { headers: buildFileHeaders('account', 'json') })
}
