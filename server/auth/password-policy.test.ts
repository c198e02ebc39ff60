import { expect, it } from 'vitest'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { transact } from '../unit-of-work'
import { requireStrongPassword } from './password-policy'
import { issuePasswordResetToken, resetPasswordByLink } from './password-reset'

const OWN = ['Ada Lovelace', 'ada.l@engines.example', 'Analytical Engines']

it.each(['password', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', 'SUNSHINE1'])(
  'refuses the common password %s',
  async (password) => {
    await expect(requireStrongPassword(password, [])).rejects.toMatchObject({
      fields: { password: [expect.anything()] },
    })
  },
)

it.each(['Ada Lovelace', 'adalovelace', 'Lovelace1815!', 'Analytical2026', 'ada.l@engines.example', 'ada-engines'])(
  'refuses %s, which is made of the person’s own words',
  async (password) => {
    await expect(requireStrongPassword(password, OWN)).rejects.toMatchObject({
      fields: { password: [expect.anything()] },
    })
    await expect(requireStrongPassword(password, ['Grace', 'grace@example.com', 'Cobol'])).resolves.toBeUndefined()
  },
)

it.each(['correct horse battery', 'Ada likes her tea cold', 'rvq83hts01', '947261850372', 'passwords are for engines'])(
  'takes %s',
  async (password) => {
    await expect(requireStrongPassword(password, OWN)).resolves.toBeUndefined()
  },
)

it('a link for a new password refuses an easy one and stays good for another', async () => {
  const organizationId = await anOrganization({ name: 'Analytical Engines' })
  const { userId, email } = await aMember(organizationId, 'owner')
  const token = await transact(({ tx }) => issuePasswordResetToken(tx, { userId, email }))
  for (const easy of ['password', 'analytical1'])
    await expect(resetPasswordByLink(token, easy, UNKNOWN_REQUEST_ORIGIN)).rejects.toMatchObject({
      fields: { password: [expect.anything()] },
    })
  expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({ passwordHash: null })
  await resetPasswordByLink(token, 'a sentence of my own', UNKNOWN_REQUEST_ORIGIN)
  expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({ passwordHash: expect.any(String) })
})
