import { findOrganizationOfHost } from '../../link-domains/request-host'

/** Whether a request came to the link domain of another organization than this one. */
export async function isAtDomainOfAnother(organizationId: string, { headers }: Request): Promise<boolean> {
  const hostOrganizationId = await findOrganizationOfHost(headers.get('host'))
  return hostOrganizationId !== null && hostOrganizationId !== organizationId
}
