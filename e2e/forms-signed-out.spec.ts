import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import {
  anEmailAddress,
  expect,
  expectFieldError,
  expectFieldValues,
  fillFields,
  test,
  UNREACHABLE_NOTICE,
} from './signed-in-test'

test.use({ storageState: { cookies: [], origins: [] } })

test('a wrong password is refused without losing the email address, and the right one opens the requested page', async ({
  page,
  owner,
}) => {
  await page.goto('/contacts')
  await expect(page, 'a signed-out visitor is redirected').toHaveURL(/\/sign-in/)
  const password = page.getByLabel('Password', { exact: true })
  await fillFields(page, { 'Email address': owner.email })
  await password.fill('not this one')
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    'This email address and password do not match.',
  )
  await expectFieldValues(page, { 'Email address': owner.email })

  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('not this one')
  await password.fill(owner.password)

  await page.route(/\/sign-in\?/, (route) => route.abort())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: UNREACHABLE_NOTICE })).toBeVisible()
  await page.unroute(/\/sign-in\?/)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${SERVICE.baseUrl}/contacts`)
})

test('the French sign-up shows errors at their fields, a taken email address included, and creates the account', async ({
  page,
  context,
  owner,
}) => {
  await context.addCookies([{ name: 'cfs-locale', value: 'fr', url: SERVICE.baseUrl }])
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  const submit = page.getByRole('button', { name: 'Créer le compte' })
  const email = page.getByLabel('Adresse e-mail')
  const password = page.getByLabel('Mot de passe', { exact: true })
  const typed = { 'Votre nom': 'Émilie du Châtelet', Organisation: 'Cirey' }
  await fillFields(page, { 'Votre nom': typed['Votre nom'], 'Adresse e-mail': 'emilie' })
  await password.fill('court')
  await submit.click()
  await expectFieldError(page.getByLabel('Organisation'), /^Ce champ est obligatoire\./)
  await expectFieldError(email, 'Saisissez une adresse e-mail valide.')
  await expectFieldError(password, /^Saisissez au moins 8 caractères\./)
  await expectFieldValues(page, { 'Votre nom': typed['Votre nom'], 'Adresse e-mail': 'emilie' })

  await fillFields(page, { Organisation: 'Cirey', 'Adresse e-mail': owner.email })
  await password.fill('une phrase assez longue')
  await submit.click()
  await expectFieldError(email, 'Cette adresse e-mail a déjà un compte. Connectez-vous.')
  await expectFieldValues(page, { ...typed, 'Adresse e-mail': owner.email })

  await page.route('**/sign-up', (route) => route.abort())
  await submit.click()
  await expect(page.getByText('Le service ne répond pas. Vérifiez votre connexion et réessayez.')).toBeVisible()
  await expectFieldValues(page, { ...typed, 'Adresse e-mail': owner.email })
  await page.unroute('**/sign-up')

  const unusedEmail = anEmailAddress()
  await email.fill(unusedEmail)
  await submit.click()
  await expect(page.getByText(`Nous avons envoyé un message à ${unusedEmail}.`)).toBeVisible()
  const [mail] = await waitForMails(unusedEmail)
  expect(mail?.header('subject')).toMatch(/adresse/i)
  await page.goto('/contacts')
  await expect(page.getByText('Aucun contact pour l’instant')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cirey/ })).toBeVisible()
})
