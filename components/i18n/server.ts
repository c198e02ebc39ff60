import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { LOCALE_COOKIE, type Locale } from '@/server/messages/locale'
import { getTranslator, type Namespace } from '@/server/messages/message-catalogue'
import { negotiateLocale } from '@/server/messages/negotiate-locale'

export { pickMessages } from '@/server/messages/message-catalogue'

/** Locale of the request: the stored choice, else the browser's preference, else English. */
export const getLocale = cache(async (): Promise<Locale> => {
  const [cookieStore, headerList] = await Promise.all([cookies(), headers()])
  return negotiateLocale(cookieStore.get(LOCALE_COOKIE)?.value, headerList.get('accept-language'))
})

export async function getT<N extends Namespace>(namespace: N) {
  return getTranslator(await getLocale(), namespace)
}

/** Time of the request, constant within it. */
export const getRequestTime = cache(() => new Date())

export async function getNonceProps(): Promise<{ nonce?: string }> {
  const nonce = (await headers()).get('x-nonce')
  return nonce === null ? {} : { nonce }
}
