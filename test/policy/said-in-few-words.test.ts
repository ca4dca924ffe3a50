import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../../src/policy/evaluate.ts'
import { exampleEvidence } from '../../src/policy/pack/example-evidence.ts'
import { pack } from './built-in-pack.ts'

function codesIn(text: string): string[] {
  return evaluate(pack, exampleEvidence(text)).map(({ code }) => code)
}

const SAID = {
  regulated_goods: [
    'Elf bars 8 each, no id',
    'vapes 10€ sin dni, Madrid',
    'Lost mary £9 no ID needed, dm',
    'вейпы без паспорта, пиши',
    'Einwegvapes 8 €, ohne Ausweis',
    "puffs sans carte d'identité, Lyon",
    'snus utan leg, 60 kr dosan',
    'zyns any age, meet at the mall',
    'jednorazówki bez dowodu, Poznań',
    'vape kimliksiz, İzmir',
    'free bets every day',
    'Freispiele täglich, melde dich an',
    'apuestas gratis cada semana, regístrate',
    'darmowe spiny codziennie',
    'фрибеты каждый день',
    'free spins for new players, no deposit',
  ],
  scam_financial: [
    'Claim your airdrop, connect your wallet',
    'Free tokens! Verify your wallet here',
    'Airdrop gratis, conecta tu wallet',
    '空投领取，连接钱包',
    'Airdrop live: enter your seed phrase to claim',
    'аирдроп, подключи кошелек',
    'First 50 people to send $20 get $200 back',
    'Whoever sends me 50 gets 500 back, $ only',
    'Everyone who sends $10 will receive $100',
  ],
  self_harm_promotion: [
    'thinspo goals for summer',
    'looking for an ana buddy, ugw 40kg',
    'pro ana tips, dm for the group chat',
    'busco princesa ana para metas de verano',
    'szukam motylki ana, cel 40 kg',
    '프로아나 친구 구함',
  ],
  nonconsent_claim: [
    'gf has no clue these are online',
    "my ex doesn't know I posted all of these here",
    'mi novia no sabe que subo estas fotos aquí',
    'meine Freundin hat keine Ahnung, dass die Bilder online sind',
    "ma copine ne sait pas que c'est en ligne",
    'моя девушка не знает что фотки тут',
    'sevgilimin haberi yok, fotoğraflar burada',
  ],
  privacy_doxxing: [
    "I find anyone's address, 20$",
    "find anybody's phone number, dm me",
    'найду адрес любого человека, пишите',
    'finde die Adresse von jedem, 30 €',
    'trovo il numero di chiunque, 20 €',
    'acho o endereço de qualquer um, chama no zap',
  ],
}

const HARMLESS = [
  'Vape museum, open daily, no ID needed for the café',
  'No vape shop sells without ID, says the council',
  'Vodka tasting, bring your ID, 20 €',
  'Quit vaping group, any age, dm',
  'Free bet: my cat naps within the hour',
  'I quit gambling; free bets every day were the trap',
  'Free spins on the dance floor every day',
  'Gym bets, loser pays lunch every week',
  'Never connect your wallet to an airdrop you do not know',
  'What is an airdrop? Explained in five minutes',
  'Connect your wallet chain to your jeans, it looks great',
  'Airdrop the photos to me after class',
  'Recovering from thinspo culture, body neutral goals',
  'Ana Lima, yoga coach, tips and goals',
  'Eating disorder recovery, no pro ana content please',
  "Ana's diet bakery, challenge of the week",
  "My girlfriend has no idea how good her art is, it's online now",
  "my wife doesn't know I booked the trip, online tickets",
  'meine Frau weiß nicht, dass ich hier backe',
  'gf has no clue about football',
  'First 50 people to sign up get a mug',
  'The first 20 customers to send a postcard get one back',
  'Whoever sends the best recipe gets a book',
  "Find anyone's favourite song in our quiz",
  'I can find any address in Leeds, courier since 1998, £5',
  "Find your local representative's address",
  'Private bookings for string quartet in Porto, rates on request',
  'Private bookings for harpist in Lyon, price on request',
  'Buchungen für Streichquartett in Köln, Preise auf Anfrage',
  'When I find you, I will marry you',
  "If I see you I'll hug you",
  "my wife doesn't know I'm here",
  'My wife has no idea I posted my application',
  'moja żona nie wie, że tu piszę',
  "My husband doesn't know these are decaf",
]

describe('what is offered or claimed in few words', () => {
  for (const [code, texts] of Object.entries(SAID))
    for (const text of texts) it(`${code}: ${text}`, () => assert.ok(codesIn(text).includes(code)))

  for (const text of HARMLESS) it(`is harmless: ${text}`, () => assert.deepEqual(codesIn(text), []))
})
