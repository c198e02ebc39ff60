export function getSequenceCurlExample(baseUrl: string, sequenceId: string): string {
  return [
    `curl ${baseUrl}/api/v1/sequences/${sequenceId}/execute \\`,
    "  -H 'X-API-Key: cfs_…' -H 'Content-Type: application/json' \\",
    `  -d '{"contacts":[{"email":"ada@example.com","firstName":"Ada"}]}'`,
  ].join('\n')
}
