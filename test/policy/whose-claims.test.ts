import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeText } from '../../src/pipeline/judge/judge-text.ts'
import { pack } from './built-in-pack.ts'

function isFlagged(text: string): boolean {
  return judgeText(pack, { text }).score.recommendation !== 'no_flags'
}

const harmless = {
  'tells what was done to its author': [
    'У нас забирали паспорта, теперь я помогаю другим выбраться',
    'Me quitaron el pasaporte y me obligaron a trabajar. Hoy doy charlas',
    'They took my passport and told me I owed them. I got out in 2019',
    'Man nahm mir den Pass weg. Heute berate ich Betroffene',
    'Mi avevano tolto il passaporto. Oggi aiuto chi scappa',
    'My ex posted my pictures without asking. I fight for a law against that',
    'Mein Ex hat Bilder von mir ohne Erlaubnis gepostet. Ich helfe Betroffenen',
    'Бывший выложил мои фото без разрешения, я подала в суд',
    'Someone uploaded photos of me to Facebook, I never agreed',
    "Somebody has uploaded photographs to Facebook and I'm tagged in some of them. I've never agreed to this",
    'Clips uploaded without my consent, do not watch them',
    'Unas fotos subidas a internet sin mi permiso, estoy harta',
    "Des vidéos publiées sans mon accord, j'ai porté plainte",
    'Mein Ex hat ein Video hochgeladen, ohne meine Einwilligung',
  ],
  'denies it of everybody': [
    'Bei mir wird niemand ohne Einwilligung gefilmt',
    'Não gravo ninguém sem autorização assinada',
    'Nikogo nie nagrywam bez zgody',
    'Wij verkopen geen wapens',
    'I never share my Netflix login',
    'I never film anyone without asking',
  ],
  'gives away what is its author’s': [
    'Zugang zu meinem Archiv ist kostenlos',
    'El acceso a mi archivo es gratis',
    "L'accesso al mio archivio è gratuito",
  ],
  'speaks of something else': [
    'Não vendo droga, vendo bala de hortelã',
    'I will kill you in Mario Kart',
    'Escort değilim',
    'ti spacco il cuore con le mie canzoni',
    'te voy a romper el corazón',
    'ich breche dir das Herz mit meinen Liedern',
    'fires support to 3rd Infantry Brigade',
    "Nous ne vendons pas d'armes",
  ],
}

const offences = [
  'My ex stole my hoodie so I post her nudes without her knowing',
  'Nobody knows that she is filmed without consent',
  'Clips of my ex, uploaded without her consent',
  'Девочки живут у меня, документы тоже у меня, без моего разрешения никто никуда не выходит',
  'The girls stay here, their passports are with me and without my permission nobody goes out',
  'I upload clips of her, she never agreed',
  'filmed without my consent, full video $20, DM',
  'I never agreed with her to stop, new hidden cam clips of her uploaded, she does not know',
  'ti spacco il muso se torni',
  'ti spacco il cuore e la testa, vengo a casa tua',
  'Support the 055 Brigade of Al-Qaeda, send crypto',
  'Nobody signed anything and they are all in my videos without consent',
  'They took my pictures of her, so here is the hidden camera video, 20 € each, dm',
  'sorry for few posts, he took my phone and all earnings again, i must finish quota before i can go home',
  'On m’a pris mes papiers, je dois travailler tous les jours pour rembourser celui qui m’a amenée',
  'Access to my OF leaks archive is free, every girl, telegram',
  'Não vendo droga, só bala e verde, entrego, chama no zap',
  'I will kill you in your sleep',
  '"Immigrants are parasites" and I stand by it',
]

/** What is put around an offer, and must not silence it. */
const around: Record<string, (offer: string) => string> = {
  'a label': (offer) => `News: ${offer}`,
  'another label': (offer) => `Satire: ${offer}`,
  'a content warning': (offer) => `TW: ${offer}`,
  'a date': (offer) => `12 May 2024: ${offer}`,
  'who said it': (offer) => `${offer}, she said`,
}
const offers = [
  'glock w switch, 900, meet local, no papers, dm',
  'mota rica, 150 la onza, entrego en metro, manda dm',
  'netflix and spotify accounts, lifetime, 5 each, dm',
  '1k followers 5 bucks, instant, dm',
]

describe('whose claim it is', () => {
  for (const [what, texts] of Object.entries(harmless))
    for (const text of texts) it(`accuses nobody who ${what}: ${text}`, () => assert.ok(!isFlagged(text)))

  for (const text of offences) it(`is its author’s: ${text}`, () => assert.ok(isFlagged(text)))

  for (const [what, put] of Object.entries(around))
    for (const offer of offers)
      it(`is not hidden by ${what}: ${put(offer)}`, () => assert.ok(isFlagged(put(offer))))

  it('is somebody else’s where what they said asks nobody to write', () =>
    assert.ok(
      !isFlagged('The dealer sold pistols without papers for 600 €, he said, and the court believed it'),
    ))
})
