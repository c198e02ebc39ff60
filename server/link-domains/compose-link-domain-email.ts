import { createDomainFailingComposer } from '../domain-checks/compose-domain-failing-email'

export const composeLinkDomainFailingEmail = createDomainFailingComposer('linkDomain', '/settings/link-domain')
