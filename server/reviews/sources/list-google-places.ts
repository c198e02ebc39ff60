import { z } from 'zod'
import { createGoogleRequestFunction, GOOGLE_API_URLS, type GoogleApiAccess } from './google-oauth'
import { parseResponse, type SiteRequest } from './site-http'

const Account = z.object({ name: z.string(), accountName: z.string().optional() })
const Accounts = z.object({ accounts: z.array(Account).default([]), nextPageToken: z.string().optional() })
const Place = z.object({
  name: z.string(),
  title: z.string().optional(),
  storefrontAddress: z
    .object({ addressLines: z.array(z.string()).optional(), locality: z.string().optional() })
    .optional(),
})
const Places = z.object({ locations: z.array(Place).default([]), nextPageToken: z.string().optional() })

export type GooglePlace = { name: string; title: string; address: string; account: string }

export async function listGooglePlaces(access: GoogleApiAccess): Promise<GooglePlace[]> {
  const { addresses = GOOGLE_API_URLS } = access
  const request = createGoogleRequestFunction(access)
  const places: GooglePlace[] = []
  for await (const { accounts } of readPages(Accounts, request, `${addresses.accounts}/accounts`, { pageSize: '20' }))
    for (const account of accounts) {
      const url = `${addresses.locations}/${account.name}/locations`
      for await (const { locations } of readPages(Places, request, url, {
        pageSize: '100',
        readMask: 'name,title,storefrontAddress',
      }))
        for (const { name, title, storefrontAddress: { addressLines = [], locality = '' } = {} } of locations)
          places.push({
            name: `${account.name}/${name}`,
            title: title ?? name,
            address: [...addressLines, locality].filter(Boolean).join(', '),
            account: account.accountName ?? account.name,
          })
    }
  return places
}

async function* readPages<T extends { nextPageToken?: string | undefined }>(
  schema: z.ZodType<T>,
  request: (call: SiteRequest) => Promise<string>,
  url: string,
  query: Record<string, string>,
): AsyncGenerator<T> {
  let token: string | undefined
  do {
    const parameters = new URLSearchParams({ ...query, ...(token === undefined ? {} : { pageToken: token }) })
    const page = parseResponse(schema, await request({ method: 'GET', url: `${url}?${parameters}` }))
    yield page
    token = page.nextPageToken
  } while (token !== undefined && token !== '')
}
