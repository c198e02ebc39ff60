/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { FormFailure } from '@/server/api/pages/account/form-handling'
import type { IdentityProvider } from '@/server/auth/identities/openid-connect'
import type { Locale } from '@/server/messages/locale'
import { getTranslator } from '@/server/messages/message-catalogue'
import { BuildingIcon, ErrorIcon, EyeIcon, EyeOffIcon, GoogleLogo, KeyIcon } from '../static-page/icons'

export type AccountFormProps = {
  locale: Locale
  action: string
  failure: FormFailure | null
  submit: string
  children?: ComponentChildren
}

export function AccountForm({ locale, action, failure, submit, children }: AccountFormProps) {
  return (
    <form method="post" action={action} noValidate data-unreachable={getTranslator(locale, 'auth')('unreachable')}>
      <div class="callout negative" role="alert" id="failure" hidden={failure === null}>
        <ErrorIcon />
        <p>{failure?.message}</p>
      </div>
      {children}
      <button class="button primary" type="submit">
        <span>{submit}</span>
      </button>
    </form>
  )
}

export function PageHeading({ title, lead }: { title: string; lead?: string | undefined }) {
  return (
    <header>
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </header>
  )
}

export function PageHeadingWithError({ title, message }: { title: string; message: string | undefined }) {
  return (
    <>
      <PageHeading title={title} />
      <div class="callout negative" role="alert">
        <ErrorIcon />
        <p>{message}</p>
      </div>
    </>
  )
}

export function PageHeadingWithSignInLink({ locale, ...heading }: { locale: Locale; title: string; lead: string }) {
  return (
    <>
      <PageHeading {...heading} />
      <p>
        {/* oxlint-disable-next-line next/no-html-link-for-pages -- no router runs in a document */}
        <a href="/sign-in">{getTranslator(locale, 'auth')('signIn.submit')}</a>
      </p>
    </>
  )
}

type ProviderPage = { locale: Locale; providers: readonly IdentityProvider[]; providerAction: string }

export function ProviderButtons({ locale, providers, providerAction }: ProviderPage) {
  const t = getTranslator(locale, 'auth')
  if (providers.length === 0) return null
  return (
    <div class="stack ways">
      <p class="or">{t('provider.or')}</p>
      {providers.map(({ id, name }) => (
        <form key={id} method="post" action={providerAction} data-unreachable={t('unreachable')}>
          <input type="hidden" name="provider" value={id} />
          <div class="callout negative" role="alert" hidden>
            <ErrorIcon />
            <p />
          </div>
          <button class="button secondary wide" type="submit">
            {id === 'google' ? <GoogleLogo /> : <BuildingIcon />}
            <span>{name === null ? t('provider.company') : t('provider.continue', { name })}</span>
          </button>
        </form>
      ))}
    </div>
  )
}

type AccountFieldProps = {
  name: string
  label: string
  failure: FormFailure | null
  type?: 'text' | 'email' | 'password' | 'code'
  value?: string
  autoComplete: string
  maxLength?: number
  help?: string | undefined
  /** Takes the focus when the form is shown again and no field is invalid. */
  isDefaultFocus?: boolean
  children?: ComponentChildren
}

/** Hidden field that a script fills with the browser's time zone, the default of a new organization. */
export function HiddenTimeZoneField() {
  return <input type="hidden" name="timeZone" data-time-zone />
}

/**
 * Reserves its space to avoid layout shift; hidden without JavaScript or passkey support. Its errors appear in the form
 * above.
 */
export function PasskeyButton({ locale, label }: { locale: Locale; label: string }) {
  const t = getTranslator(locale, 'auth')
  return (
    <button
      class="button secondary wide"
      type="button"
      data-passkey
      data-refused={t('passkey.refused')}
      data-unreachable={t('unreachable')}
    >
      <KeyIcon />
      <span>{label}</span>
    </button>
  )
}

export function AccountField({ help: defaultHelp, ...rest }: AccountFieldProps) {
  const { name, label, failure, type } = rest
  const fault = failure?.faults[name]
  // The error replaces the help.
  const help = fault === undefined ? defaultHelp : undefined
  const props = { ...rest, help }
  return (
    <div class="field">
      <label htmlFor={name}>{label}</label>
      <div class={type === 'password' ? 'input with-peek' : 'input'}>
        <Control {...props} />
        {props.children}
      </div>
      {fault && (
        <p class="fault" id={`${name}-fault`}>
          <ErrorIcon size={14} />
          {fault}
        </p>
      )}
      {help && (
        <p class="help" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

function Control({ name, type = 'text', failure, help, isDefaultFocus = false, ...rest }: AccountFieldProps) {
  const faults = failure?.faults ?? {}
  const isInvalid = name in faults
  const [firstInvalid] = Object.keys(faults)
  // If no field is invalid, the focused field's description includes the form's error.
  const isFocused = firstInvalid === undefined ? isDefaultFocus && failure !== null : firstInvalid === name
  const describedBy = [isInvalid && `${name}-fault`, isFocused && !isInvalid && 'failure', help && `${name}-help`]
  const { value, autoComplete, maxLength } = rest
  return (
    <input
      id={name}
      name={name}
      dir="auto"
      {...typeAttributes(type)}
      {...{ value, autoComplete, maxLength }}
      required
      aria-invalid={isInvalid ? 'true' : undefined}
      aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a form shown again, at the field to correct
      autoFocus={isFocused}
    />
  )
}

/** Untyped: preact's types distinguish inputs by `type`, and it omits attributes that are false. */
function typeAttributes(type: NonNullable<AccountFieldProps['type']>): object {
  if (type === 'text') return { type }
  // Recovery codes contain letters: no numeric keyboard.
  if (type === 'code') return { type: 'text', autocapitalize: 'off', spellcheck: 'false' }
  return type === 'email' ? { type, inputMode: 'email', spellcheck: 'false' } : { type, spellcheck: 'false' }
}

export function AccountPasswordField({
  locale,
  ...props
}: Omit<AccountFieldProps, 'type' | 'value'> & { locale: Locale }) {
  const t = getTranslator(locale, 'common')
  const show = t('form.showPassword')
  return (
    <AccountField {...props} type="password">
      <button class="peek" type="button" hidden aria-label={show} title={show} data-other={t('form.hidePassword')}>
        <EyeIcon />
        <EyeOffIcon />
      </button>
    </AccountField>
  )
}

type NewPasswordFieldProps = Pick<AccountFieldProps, 'failure' | 'isDefaultFocus'> & {
  locale: Locale
  label: string
  email?: string
}

/** @param props.email lets password managers store the password for the right account, where the form has no field for it. */
export function NewPasswordField({ email, ...props }: NewPasswordFieldProps) {
  return (
    <>
      {email !== undefined && <input type="email" name="email" value={email} autoComplete="username" hidden readOnly />}
      <AccountPasswordField
        {...props}
        name="password"
        help={getTranslator(props.locale, 'auth')('signUp.passwordHelp')}
        autoComplete="new-password"
        maxLength={128}
      />
    </>
  )
}

type TextFieldProps = Pick<AccountFieldProps, 'failure' | 'help' | 'isDefaultFocus'> & { locale: Locale; value: string }

export function NameField({ locale, ...props }: TextFieldProps) {
  const label = getTranslator(locale, 'auth')('name')
  return <AccountField {...props} name="name" label={label} autoComplete="name" maxLength={100} />
}

export function OrganizationField({ locale, ...props }: TextFieldProps) {
  const t = getTranslator(locale, 'auth')
  return (
    <AccountField
      {...props}
      name="organizationName"
      label={t('organizationName')}
      help={t('signUp.organizationHelp')}
      autoComplete="organization"
      maxLength={100}
    />
  )
}

export function EmailField({ locale, ...props }: TextFieldProps) {
  const label = getTranslator(locale, 'auth')('email')
  return <AccountField {...props} name="email" type="email" label={label} autoComplete="username" />
}
