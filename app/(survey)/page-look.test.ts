import { beforeEach, describe, expect, it } from 'vitest'
import { signToken } from '@/server/encryption'
import { deriveBrandColors, findNearestColor, TEXT_CONTRAST } from '@/server/sender-profile/brand-colors'
import { PAGE_CORNERS, PAGE_FONTS, PAGE_SCHEMES } from '@/server/sender-profile/constants'
import { updateSenderProfile } from '@/server/sender-profile/sender-profile'
import { createSurveyLink } from '@/server/survey-links/survey-links'
import { anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { contrastRatio } from '@/server/validation/contrast-ratio'
import { surveyCss } from '../../components/public-survey/survey-css'
import { GET as viewOpenLink } from './f/[slug]/route'
import { GET as viewPreferenceLink } from './preferences/[id]/route'
import { requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'
import { GET as viewConsent } from './u/[token]/route'

/** All channels at 0, ¼, ½, ¾ and full. */
const COLORS = [0, 63, 127, 191, 255].flatMap((red, _index, channels) =>
  channels.flatMap((green) => channels.map((blue) => `#${[red, green, blue].map(toHex).join('')}`)),
)

describe('the look of pages for customers', () => {
  let organizationId: string
  beforeEach(async () => {
    organizationId = await anOrganization({ name: 'Harbour' })
  })

  async function requestEachPage(): Promise<Record<string, string>> {
    const { token, step, survey } = await aSurveyRequest(organizationId)
    const link = { id: survey.id, name: 'Receipt' }
    const [open, withPin] = [
      await createSurveyLink(organizationId, link),
      await createSurveyLink(organizationId, { ...link, pin: '2468' }),
    ]
    const { html: form } = await requestPublicPage(viewSurvey, `/s/${token}`)
    await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9' })
    const { html: thanks } = await requestPublicPage(viewSurvey, `/s/${token}`)
    const { html: consent } = await requestPublicPage(viewConsent, `/u/${signToken('unsubscribe', step.id)}`)
    const requestLink = async ({ slug }: { slug: string }) =>
      (await viewOpenLink(new Request(`http://localhost/f/${slug}`), { params: Promise.resolve({ slug }) })).text()
    const preferences = await viewPreferenceLink(new Request(`http://localhost/preferences/${organizationId}`), {
      params: Promise.resolve({ id: organizationId }),
    })
    const [openLink, pin] = [await requestLink(open), await requestLink(withPin)]
    return { form, thanks, consent, openLink, pin, preferenceLink: await preferences.text() }
  }

  it('200: is the one that was saved, on each of them', async () => {
    await updateSenderProfile(organizationId, { pageLook: { corners: 'large', font: 'serif', scheme: 'dark' } })
    for (const [kind, html] of Object.entries(await requestEachPage())) {
      expect(/data-page="(\w+)"/.exec(html)?.[1]).toBe(kind === 'openLink' ? 'form' : kind)
      expect(html).toContain(':root{color-scheme:dark;')
      expect(html).toContain('--r:18px;--s:10px;--font:Charter,')
      expect(html).not.toContain('prefers-color-scheme')
      expect(html).not.toContain('@font-face')
    }
  })

  it('200: follows the device and loads no font until something else is saved', async () => {
    for (const html of Object.values(await requestEachPage())) {
      expect(html).toContain(':root{color-scheme:light dark;')
      expect(html).toContain('@media screen and (prefers-color-scheme:dark){')
      expect(html).not.toContain('@font-face')
    }
  })

  it('200: loads the font of the service, from the service, where it is chosen', async () => {
    await updateSenderProfile(organizationId, { pageLook: { corners: 'none', font: 'geist', scheme: 'auto' } })
    const { token } = await aSurveyRequest(organizationId)
    const { html, headers } = await requestPublicPage(viewSurvey, `/s/${token}`)
    expect(html).toContain('--font:Geist,')
    expect(html.match(/url\([^)]*\)/g)?.every((url) => url.startsWith('url("/fonts/geist-'))).toBe(true)
    expect(headers.get('content-security-policy')).toContain("font-src 'self'")
  })

  it('has readable texts and visible controls, whatever is chosen', () => {
    const looks = PAGE_CORNERS.flatMap((corners) =>
      PAGE_FONTS.flatMap((font) => PAGE_SCHEMES.map((scheme) => ({ corners, font, scheme }))),
    )
    for (const [index, brandColor] of COLORS.entries()) {
      const look = looks[index % looks.length] ?? { corners: 'small', font: 'system', scheme: 'auto' }
      const roots = surveyCss({ brandColor, look }).match(/:root\{[^}]*\}/g) ?? []
      expect(roots).toHaveLength(look.scheme === 'light' ? 1 : 2)
      let variables = new Map<string, string>()
      for (const root of roots) {
        variables = new Map([...variables, ...readVariables(root)])
        const color = (name: string) =>
          variables.get(variables.get(name)?.slice(4, -1) ?? '') ?? variables.get(name) ?? ''
        const findLowContrasts = (against: string, names: readonly string[], least: number) =>
          names.filter((name) => contrastRatio(color(name), color(against)) < least)
        const faults = [
          ...findLowContrasts('--brand', ['--brand-ink'], 4.5),
          ...findLowContrasts('--canvas', ['--ink', '--ink-soft', '--ink-faint', '--negative-text'], 4.5),
          ...findLowContrasts('--canvas', ['--brand-edge', '--line-strong'], 3),
        ]
        expect({ brandColor, look, faults }).toEqual({ brandColor, look, faults: [] })
      }
    }
  })
})

describe('the nearest colour', () => {
  it('has what it is offered for, for every colour', () => {
    const hasBoth = (color: string) => {
      const { contrastsOnLight, contrastsOnDark } = deriveBrandColors(findNearestColor(color, 'noOutline'))
      return contrastsOnLight && contrastsOnDark
    }
    const isWhiteReadable = (color: string) =>
      deriveBrandColors(findNearestColor(color, 'whiteText')).ratios.white >= TEXT_CONTRAST
    expect(COLORS.filter((color) => !hasBoth(color) || !isWhiteReadable(color))).toEqual([])
  })

  it('keeps close to the colour', () => {
    expect(findNearestColor('#1f8f6c', 'whiteText')).toMatch(/^#1[c-f]8[0-9a-f]6[0-9a-f]$/)
  })
})

function toHex(channel: number): string {
  return channel.toString(16).padStart(2, '0')
}

function readVariables(root: string): [string, string][] {
  return [...root.matchAll(/(--[a-z-]+):([^;}]+)/g)].map(([, name = '', value = '']) => [name, value])
}
