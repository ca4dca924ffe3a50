import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

/** By rule: the classifier is not asked about the words of walls and notices. */
function codesByRule(input: ReturnType<typeof exampleEvidence>): string[] {
  return evaluate(pack, input)
    .filter(({ source }) => source === 'rule')
    .map(({ code }) => code)
}

const CHOICES: Record<string, [string, string]> = {
  en: ['I am 18 or older - Enter', 'I am under 18 - Exit'],
  es: ['Soy mayor de edad', 'Soy menor de edad'],
  it: ['Ho più di 18 anni, entra', 'Ho meno di 18 anni, esci'],
  ru: ['Мне есть 18 лет', 'Мне нет 18 лет'],
  tr: ['18 yaşından büyüğüm, gir', '18 yaşından küçüğüm, çık'],
  sv: ['Jag är över 18 år', 'Jag är under 18 år'],
  pt: ['Sou maior de 18 anos', 'Eu sou menor de 18 anos'],
  de: ['Ich bin 18 oder älter', 'Ich bin noch keine 18'],
  fr: ['J’ai 18 ans ou plus', 'J’ai moins de 18 ans'],
  nl: ['Ik ben 18 jaar of ouder', 'Ik ben jonger dan 18'],
}

describe('what an age gate offers to press', () => {
  for (const [language, [enters, leaves]] of Object.entries(CHOICES)) {
    it(`is said by nobody on one line (${language})`, () =>
      assert.deepEqual(codesByRule(exampleEvidence(`${enters}. ${leaves}.`)), []))

    it(`is said by nobody on two, in either order (${language})`, () =>
      assert.deepEqual(codesByRule(exampleEvidence(`18+\n${leaves}\n${enters}`)), []))

    it(`is said by nobody as the label of a link (${language})`, () => {
      const input = exampleEvidence(`18+\n${enters} ${leaves}`)
      const [page] = input.evidence
      assert.ok(page)
      page.texts.push({ channel: 'link_label', text: leaves })
      assert.deepEqual(codesByRule(input), [])
    })
  }

  for (const text of [
    'I’m over 18 on here but I’m under 18',
    'I’m under 18, 18+ dni',
    'I am 18 or older. I’m 15',
    'im under 18. you must be over 18 to follow lol',
    'soy menor de edad, no me escribas si eres mayor de edad',
    'Ich bin noch keine 18',
  ])
    it(`is not what a child says: ${text}`, () =>
      assert.deepEqual(codesByRule(exampleEvidence(text)).slice(0, 1), ['minor_age_claim']))
})

describe('the words of a notice, a wall or a question', () => {
  for (const text of [
    'This account has been suspended for violating our Community Guidelines.',
    'Sorry, this page isn’t available. The link you followed may be broken, or the page may have been removed.',
    'Konto gesperrt: Dieses Konto verstößt gegen unsere Richtlinien zu Hassrede und Gewalt.',
    'Esta cuenta ha sido suspendida. Twitter suspende las cuentas que incumplen las reglas.',
    'Ce compte a été désactivé pour non-respect de nos conditions concernant la nudité et les mineurs.',
    'You must be 18 years or older to enter this site. I am 18 or older – Enter. I am under 18 – Exit.',
    'Du musst mindestens 18 Jahre alt sein, um diese Seite zu betreten. Ich bin unter 18.',
    'Vous devez avoir 18 ans pour accéder à ce site. J’ai moins de 18 ans, quitter',
    'Мне нет 18 лет. Мне есть 18 лет. Этот сайт содержит материалы для взрослых.',
    'We use cookies to personalise content and ads. Accept all. Reject all. Manage preferences.',
    'Wir verwenden Cookies, um Inhalte und Anzeigen zu personalisieren. Alle akzeptieren',
    'Log in to see photos and videos from friends. Enter your phone number, username or email. Password. Log in',
    'Melde dich an, um fortzufahren. Passwort vergessen? Konto erstellen',
    '404. The page you requested could not be found. Back to home.',
    'Page introuvable. La page que vous cherchez n’existe pas ou a été supprimée.',
    'Página no encontrada. Puede que el enlace esté roto.',
    'Verify you are human by completing the action below. Checking your browser before accessing the site.',
    'Please complete the security check. Why have I been blocked? You can email the site owner to let them know you were blocked.',
    'This profile is private. Subscribe to unlock exclusive content.',
    'This content is age-restricted. Users under 16 need a parent’s permission.',
    'This video has been removed for violating YouTube’s policy on harassment, nudity, child safety or hate speech.',
    'This account was banned for selling drugs, weapons or stolen goods.',
    'Ce site est réservé aux adultes. Si vous avez moins de 18 ans, quittez-le.',
    'If you are thinking about suicide or self-harm, help is available. Call 988.',
    'This channel can’t be displayed because it was used to spread pornographic content.',
    'Users under 13 may not create an account. Are you 13 or older?',
    'このページはご利用いただけません。18歳未満の方はご利用できません。',
    '您访问的页面不存在。未满18岁请离开。',
    '이 페이지를 사용할 수 없습니다. 만 19세 미만의 청소년은 이용할 수 없습니다.',
    'This site is for adults only. By entering you confirm that you are at least 18 (or 21 where required).',
    'Deze pagina is niet beschikbaar. Je moet 18 jaar of ouder zijn.',
    'Strona nie istnieje. Musisz mieć ukończone 18 lat. Nie mam 18 lat',
    'O usuário foi banido por violar as regras. Eu sou menor de 18 anos. Sair',
    'Our systems have detected unusual traffic from your computer network. Solve the captcha to continue.',
    'This domain has been seized by the FBI for the sale of stolen credit cards and fullz.',
    'This shop is closed. Orders are no longer accepted. Contact support on Telegram.',
  ])
    it(`accuse nobody: ${text}`, () => assert.deepEqual(codesByRule(exampleEvidence(text)), []))
})
