/**
 * What else stands in a clause that says nothing but how old its author is, or will be, by language: "almost 16", "werde nächste Woche 16", "скоро 16".
 * `is` says an age by itself, `comes` one that is not reached yet (verbs, nearness, times to come), `day` the same behind the number (before it a day makes a date of it),
 * `named` with a name behind it, `reached` says one by itself that was reached lately, on whatever day; `own` before an age in years one of now, whatever the clause goes on with; `under` one that is not reached at all; `beside` may stand there too and says nothing. A third person and a thing have other words, so that no clause of theirs is made of these.
 */
export interface AgeWords {
  named?: string
  own?: string
  reached?: string
  is: string
  comes: string
  day?: string
  under?: string
  beside?: string
}

export const AGE_WORDS: Readonly<Record<string, AgeWords>> = {
  en: {
    named: "my name is, my name's, my names",
    reached: 'turned, just turned, i turned',
    is: "i'm, im, i am, my age is, my age, aged, age is, years old, year old, yrs old, yr old, y/o, years young, only, barely",
    comes:
      "turning, i turn, i'll turn, ill turn, i will turn, gonna turn, going to turn, about to turn, about to be, i'll be, ill be, i will be, gonna be, going to be, will be, hitting, almost, nearly, not even, not quite, close to, soon, soon to be, next week, next month, next year, next summer, next spring, next fall, next autumn, next winter, in a few days, in a few weeks, in a few months, in a week, in a month, in a year",
    day: 'this week, this weekend, this month, this summer, this spring, this fall, this autumn, this winter, this year, tomorrow',
    under: 'under, below, younger than, still under',
    beside:
      "i, i'm, im, is, it's, its, just, still, finally, officially, already, yet, lol, btw, haha, omg, yay, hey, hi, hello, tho, now, rn, can't wait, cant wait, years old, yrs old, y/o, bday, birthday, my birthday, guys, this is, sweet, gonna, day",
  },
  es: {
    named: 'me llamo, mi nombre es',
    own: 'a mis, con mis',
    reached: 'acabo de cumplir, cumplí, recién cumplidos',
    is: 'tengo, mi edad es, mi edad, años de edad',
    comes:
      'cumplo, voy a cumplir, cumpliré, tendré, casi, ya casi, a punto de cumplir, por cumplir, pronto, dentro de poco, la semana que viene, la próxima semana, el mes que viene, el próximo mes, el año que viene, en una semana, en un mes, en unos días',
    day: 'mañana, pasado mañana, este mes, esta semana, este verano',
    under: 'menor de, aún no tengo, todavía no tengo',
    beside: 'solo, apenas, ya, años, añitos, tengo, los, hola, jaja',
  },
  pt: {
    named: 'me chamo, meu nome é, o meu nome é',
    own: 'aos meus, com os meus, nos meus',
    reached: 'acabei de fazer, acabei de completar, fiz',
    is: 'tenho, minha idade é, minha idade',
    comes:
      'faço, vou fazer, farei, completo, quase, quase com, prestes a fazer, logo, em breve, semana que vem, na semana que vem, na próxima semana, mês que vem, no mês que vem, ano que vem, daqui a uma semana, daqui a pouco',
    day: 'amanhã, esse mês, este mês, essa semana, esta semana',
    under: 'menor de, ainda não tenho',
    beside: 'só, apenas, já, anos, aninhos, tenho, oi, eu',
  },
  fr: {
    named: "je m'appelle, mon prénom est, moi c'est",
    reached: "je viens d'avoir, je viens de fêter mes, j'ai fêté mes",
    is: "j'ai, mon âge est, mon âge, âgé de, âgée de, ans et demi",
    comes:
      "j'aurai, je vais avoir, presque, bientôt, dans une semaine, dans un mois, dans quelques jours, la semaine prochaine, le mois prochain, l'année prochaine",
    day: 'demain, cet été, cette semaine, ce mois-ci',
    under: "moins de, pas encore, j'ai moins de",
    beside: "j'ai, ans, seulement, juste, et, moi",
  },
  de: {
    named: 'ich heiße, ich heisse, mein name ist',
    own: 'mit meinen',
    reached: 'geworden',
    is: 'bin, ich bin, mein alter ist, mein alter, jahre alt, jahre jung',
    comes:
      'werde, werd, ich werde, ich werd, fast, beinahe, bald, nächste woche, nächsten monat, nächstes jahr, in einer woche, in einem monat, in ein paar tagen',
    day: 'diesen monat, diese woche, diesen sommer, morgen, übermorgen',
    under: 'unter, bin unter, ich bin unter, noch keine, noch nicht',
    beside: 'erst, schon, gerade, grade, ich, jahre, jahre alt, endlich, bin, ich bin',
  },
  it: {
    named: 'mi chiamo, il mio nome è',
    own: 'con i miei, coi miei',
    reached: 'ho appena compiuto, ho compiuto, appena compiuti',
    is: 'ho, la mia età è, la mia età',
    comes:
      'compio, sto per compiere, compirò, faccio, avrò, quasi, tra poco, fra poco, presto, la prossima settimana, la settimana prossima, il mese prossimo, il prossimo mese, tra una settimana, tra un mese',
    day: 'domani, questo mese, questa settimana',
    under: 'meno di, non ho ancora',
    beside: 'ho, anni, solo, appena, già, ciao',
  },
  nl: {
    named: 'ik heet, mijn naam is',
    own: 'met mijn',
    reached: 'geworden',
    is: 'ben, ik ben, mijn leeftijd is, mijn leeftijd, jaar oud, jaar jong',
    comes:
      'word, ik word, bijna, binnenkort, straks, volgende week, volgende maand, volgend jaar, over een week, over een maand',
    day: 'morgen, deze week, deze maand, deze zomer',
    under: 'onder de, jonger dan, nog geen',
    beside: 'ik, net, pas, nog, al, jaar, eindelijk',
  },
  pl: {
    named: 'nazywam się, mam na imię',
    reached: 'skończyłam, skończyłem, właśnie skończyłam, właśnie skończyłem',
    is: 'mam, mój wiek to, mój wiek',
    comes:
      'kończę, skończę, będę mieć, będę miał, będę miała, prawie, niedługo, wkrótce, już niedługo, za tydzień, za miesiąc, za rok, w przyszłym tygodniu, w przyszłym miesiącu',
    day: 'jutro, w tym miesiącu, w tym tygodniu',
    under: 'nie mam jeszcze, mniej niż',
    beside: 'mam, lat, lata, dopiero, już, tylko',
  },
  ru: {
    named: 'меня зовут',
    own: 'в свои, в мои',
    reached: 'исполнилось, стукнуло',
    is: 'мне, мой возраст',
    comes:
      'скоро, почти, исполнится, исполняется, будет, стукнет, через неделю, через месяц, через год, через пару дней, на следующей неделе, в следующем месяце, скоро будет',
    day: 'завтра, в этом месяце, на этой неделе',
    under: 'нет еще, еще нет, меньше',
    beside: 'мне, лет, года, только, уже, всего, годиков',
  },
  uk: {
    named: 'мене звати',
    is: 'мені, мій вік',
    comes:
      'скоро, незабаром, майже, виповниться, буде, через тиждень, через місяць, наступного тижня, наступного місяця',
    day: 'завтра',
    under: 'ще немає, менше',
    beside: 'мені, років, лише, вже',
  },
  tr: {
    named: 'benim adım, adım',
    reached: 'yaşıma girdim, yaşına girdim',
    is: 'yaşım, yaşındayım',
    comes:
      'oluyorum, olacağım, gireceğim, giriyorum, dolduruyorum, neredeyse, yakında, haftaya, gelecek hafta, gelecek ay, önümüzdeki ay, önümüzdeki hafta, seneye, az kaldı',
    day: 'yarın, bu ay',
    under: 'henüz',
    beside: 'yaş, yaşında, yaşına, yaşımı, daha, sadece, ben',
  },
  id: {
    named: 'nama aku, nama saya, namaku',
    is: 'umurku, usiaku, umur saya, usia saya, umur aku',
    comes: 'hampir, sebentar lagi, bentar lagi, segera, minggu depan, bulan depan, tahun depan',
    day: 'besok',
    under: 'di bawah, belum',
    beside: 'mau, bakal, akan, jadi, aku, saya, gue, tahun, thn, baru, masih, umur, usia',
  },
  sv: {
    named: 'jag heter',
    is: 'jag är, min ålder är',
    comes:
      'fyller, jag fyller, jag blir, blir, nästan, snart, nästa vecka, nästa månad, om en vecka, om en månad',
    day: 'i morgon, imorgon',
    under: 'under, inte fyllt',
    beside: 'jag, år, bara, är',
  },
  ro: {
    named: 'mă numesc, mă cheamă',
    is: 'vârsta mea e, vârsta mea',
    comes:
      'fac, împlinesc, voi împlini, o să fac, aproape, în curând, curând, săptămâna viitoare, luna viitoare',
    day: 'mâine',
    under: 'sub, nu am încă',
    beside: 'am, ani, doar, eu',
  },
  el: {
    named: 'με λένε',
    is: 'είμαι',
    comes: 'κλείνω, γίνομαι, γίνω, σχεδόν, σύντομα, σε λίγο, την άλλη εβδομάδα, τον άλλο μήνα',
    day: 'αύριο',
    beside: 'χρονών, χρόνια, μόνο, τα, θα, ετών',
  },
  he: {
    is: 'אני בן, אני בת',
    comes: 'כמעט, בקרוב, עוד מעט, שבוע הבא, חודש הבא, אהיה, אהיה בן, אהיה בת',
    day: 'מחר',
    beside: 'אני, בן, בת, רק',
  },
  ar: {
    is: 'عمري',
    comes: 'قريبا, تقريبا, الأسبوع القادم, الشهر القادم, سأبلغ, سأكمل, سيصبح عمري',
    day: 'غدا',
    beside: 'سنة, عاما, عام, فقط, عمري',
  },
  hi: {
    is: 'meri umar, meri umra, मेरी उम्र, साल की हूँ, साल का हूँ, साल की हूं, साल का हूं, saal ki hoon, saal ka hoon, saal ki hu, saal ka hu',
    comes:
      'hone wali hoon, hone wala hoon, hone wali hu, hone wala hu, ho jaungi, ho jaunga, jaldi hi, lagbhag, agle hafte, agle mahine, अगले हफ्ते, अगले महीने, जल्दी ही, लगभग, हो जाऊँगी, हो जाऊंगी, हो जाऊँगा, हो जाऊंगा, होने वाली हूँ, होने वाला हूँ',
    day: 'kal',
    beside: 'main, mein, ki, ka, ke, saal, hai, hoon, hu, मैं, साल, की, का, के, है, हूँ',
  },
  vi: {
    is: 'tuổi mình, tuổi em',
    comes: 'sắp, sắp tròn, gần, tuần sau, tháng sau, năm sau',
    day: 'ngày mai',
    beside: 'em, mình, tớ, tuổi, tròn, mới, chỉ',
  },
}

/** The same where words are written without blanks: a clause holds nothing else either. */
export const DENSE_AGE_WORDS: AgeWords = {
  is: 'です, だよ, 私の年齢は, 我的年龄是, 我今年, 내 나이는, 이에요, 입니다, 예요',
  comes:
    'もうすぐ, まもなく, もう少しで, 来週, 来月, 来年, 明日, 今月で, になります, になる, なります, 下周, 下周就, 下个月, 下個月, 明年, 明天, 快要, 快, 馬上, 马上, 即将, 即將, 就要, 快到, 다음 주에, 다음 주, 다음주에, 다음달에, 다음 달에, 내년에, 내년이면, 곧, 내일, 이제 곧, 거의, เกือบ, ใกล้จะ, กำลังจะ, เดือนหน้า, สัปดาห์หน้า, ปีหน้า, พรุ่งนี้',
  beside:
    '私, 僕, 俺, わたし, は, で, に, 歳, 才, やっと, 誕生日で, 我, 满, 滿, 岁, 歲, 周岁, 了, 啦, 就, 将, 将满, 저, 저는, 나, 나는, 전, 살, 세, 돼요, 됩니다, 되요, 된다, 되는, 이, 이 됩니다, หนู, อายุ, ปี, ครบ, แล้ว, ผม, ฉัน, จะ',
}

/** With what comes before it where it says when: "in march", "w maju"; alone beside a number it makes a date. */
export const MONTHS =
  '(?:in|this|next|en|este|em|neste|no|im|ab|a|ad|in|w|od|в|у|i|pe|la|bulan|τον|از|في|ב) ?(?:early |late |mid )?(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|januar|februar|marz|juni|juli|oktober|dezember|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|januari|februari|maart|mei|augustus|styczniu|lutym|marcu|kwietniu|maju|czerwcu|lipcu|sierpniu|wrzesniu|pazdzierniku|listopadzie|grudniu|январе|феврале|марте|апреле|мае|июне|июле|августе|сентябре|октябре|ноябре|декабре|січні|лютому|березні|квітні|травні|червні|липні|серпні|вересні|жовтні|листопаді|грудні|maret|agustus|ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|decembrie)|(?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik)(?:ta|te|da|de)'

/** "In two weeks", "dans 3 jours", "za dwa tygodnie": how long it still takes. */
export const SPANS =
  '(?:in|dans|en|dentro de|em|daqui a|tra|fra|over|za|через|om|dalam|peste|σε) (?:\\p{L}{2,8}|\\d{1,3}) (?:days?|weeks?|months?|dias?|semanas?|meses?|mes|jours?|semaines?|mois|tagen?|wochen?|monaten?|giorni|settimane|settimana|mesi|mese|dagen|weken|maanden|dni|tygodnie|miesiace|днеи|дня|недели|недель|месяца|месяцев|dagar|veckor|manader|hari|minggu|bulan|zile|saptamani|luni)'

/** "On friday", "el martes", "ce samedi", "am montag". */
export const WEEKDAYS =
  '(?:on|this|next|el|este|el proximo|na|no|nesta|ce|le|am|diesen|nachsten|questo|questa|op|deze|aanstaande|w|we|в|во|pa) ?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|lunes|martes|miercoles|jueves|viernes|sabado|domingo|segunda|terca|quarta|quinta|sexta|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunedi|martedi|mercoledi|giovedi|venerdi|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|poniedzialek|wtorek|srode|czwartek|piatek|sobote|niedziele|понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)|(?:domenica|sabato|samedi|dimanche|lunedi|venerdi|samstag|sonntag|zaterdag|zondag)'

/** What says of a year that it is the author's birth year, before it and behind it, by language. A day may stand between: "born on 4 May 1990". */
export const BORN: Readonly<Record<string, { before?: string; after?: string }>> = {
  en: { before: 'born, born in, born on, b.' },
  es: { before: 'nací, nací en, nací el, nacida en, nacido en, nacida el, nacido el, soy de, soy del' },
  pt: { before: 'nasci, nasci em, nascida em, nascido em, sou de' },
  fr: { before: 'née en, né en, née le, né le, je suis de' },
  de: { before: 'geboren, geboren in, geboren am, jahrgang, jg, jg.' },
  it: { before: 'nata nel, nato nel, nata il, nato il, classe, sono del' },
  nl: { before: 'geboren in, geboren op' },
  pl: { before: 'rocznik, urodzona w, urodzony w, urodziłam się w, urodziłem się w' },
  ru: { before: 'родилась в, родился в, родилась, родился', after: 'года рождения, г.р.' },
  tr: { after: 'doğumluyum, doğumlu' },
  ar: { before: 'مواليد, مواليد عام, مواليد سنة, ولدت عام, ولدت في' },
  ja: { after: '年生まれ' },
  zh: { after: '年出生, 年生' },
  ko: { after: '년생' },
}
