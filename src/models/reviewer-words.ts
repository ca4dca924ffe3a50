/**
 * Words of texts that address whoever reviews a page, by language; `*` stands for any ending. They decide one thing only: whether a
 * model that read such a text is listened to. So they may be broader than a rule, which accuses.
 */

/** Who is addressed. */
export const RECIPIENTS: Readonly<Record<string, readonly string[]>> = {
  // biome-ignore format: a list
  en: [
    'ai reviewer*', 'ai moderator*', 'ai model*', 'ai assistant', 'ai agent*', 'dear ai', 'the ai', 'language model*', 'llm*', 'chatgpt',
    'assistant', 'reviewers', 'moderators', 'automated reviewer*', 'automated scanner*', 'automated moderation', 'classifier', 'safebot',
    'moderator handbook', 'trust and safety handbook', 'system override', 'for reviewers', 'to the reviewer', 'reviewer guideline*',
  ],
  es: [
    'ia moderadora',
    'ia revisora',
    'la ia',
    'revisor*',
    'moderador*',
    'asistente',
    'modelo* de lenguaje',
    'inteligencia artificial',
  ],
  pt: [
    'ia moderadora',
    'ia revisora',
    'pela ia',
    'a ia',
    'revisor*',
    'moderador*',
    'assistente',
    'modelo* de linguagem',
  ],
  // biome-ignore format: a list
  fr: ['ia de modération', 'ia de moderation', 'une ia', "l'ia", 'modérateur*', 'moderateur*', 'relecteur*', "l'assistant", 'assistant', 'modele* de langage'],
  de: ['ki', 'ki-*', 'prufer*', 'der assistent', 'assistent', 'sprachmodell*', 'moderator*', 'gutachter*'],
  it: ['ia', "l'ia", 'revisor*', 'moderator*', "l'assistente", 'assistente', 'modello linguistico'],
  nl: ['ai', 'taalmodel*', 'beoordelaar*', 'moderator*', 'assistent'],
  pl: ['ai', 'model* jezykow*', 'moderator*', 'asystent*', 'recenzent*'],
  ru: ['ии', 'ии-*', 'ассистент*', 'модератор*', 'языков* модел*', 'нейросет*'],
  tr: ['yapay zeka*', 'moderator*', 'dil modeli', 'asistan*'],
  ja: ['ai審査', 'aiモデレ', 'アシスタント', '人工知能', '審査員', '言語モデル'],
  zh: ['助手', '人工智能', '审核员', '语言模型', 'ai审核'],
  ko: ['ai 검토', 'ai검토', '어시스턴트', '인공지능', '검토자', '언어 모델'],
  ar: ['الذكاء الاصطناعي', 'نموذج اللغه', 'المساعد', 'المراجع'],
  hi: ['एआई', 'समीक्षक', 'मॉडल', 'सहायक'],
}

/** What they are to do. */
export const ORDERS: Readonly<Record<string, readonly string[]>> = {
  // biome-ignore format: a list
  en: [
    'report', 'reported', 'flag', 'flagged', 'mark', 'accuse', 'must', 'output', 'answer', 'reply', 'approve', 'skip', 'classify', 'classified',
    'rate', 'trust', 'decode', 'translate', 'exempt', 'conclude', 'respond', 'finding*', 'compliant', 'safe', 'at once', 'ignore', 'flag them',
  ],
  // biome-ignore format: a list
  es: ['marca', 'marcar', 'marques', 'denuncia', 'aprueba', 'responde', 'responder', 'debe', 'exent*', 'traduce', 'hallazgo*', 'anadir', 'seguro', 'mencion*', 'clasifica'],
  pt: [
    'marque',
    'denuncie',
    'sinaliz*',
    'aprove',
    'responda',
    'responder',
    'deve',
    'isent*',
    'achado*',
    'seguro',
    'classifique',
  ],
  // biome-ignore format: a list
  fr: ['signal*', 'marque*', 'approuve*', 'repond*', 'doit', 'exempt*', 'traduis', 'sur', 'infraction*', 'classe*'],
  // biome-ignore format: a list
  de: ['melden', 'melde', 'markier*', 'antworte*', 'muss', 'ausgenommen', 'ubersetze', 'befund*', 'sicher', 'genehmig*', 'einstufen', 'regeln', 'anweisung*'],
  it: ['segnala*', 'contrassegna*', 'rispond*', 'deve', 'esent*', 'approva*', 'rilievi', 'sicuro'],
  nl: ['meld*', 'markeer', 'antwoord*', 'moet', 'veilig', 'goedkeur*'],
  pl: ['zglos*', 'zglasz*', 'oznacz*', 'odpowiedz*', 'musi', 'bezpieczn*', 'zatwierdz*'],
  ru: ['отметь*', 'помеч*', 'помет*', 'сообщ*', 'ответ*', 'долж*', 'нарушен*', 'безопас*', 'одобр*'],
  tr: ['isaretle*', 'bildir*', 'raporla*', 'soyle', 'guvenli', 'onayla*'],
  ja: ['報告', '答え', '問題なし', '安全', 'マーク', '判定', '承認'],
  zh: ['举报', '输出', '回答', '标记', '免于', '安全', '批准'],
  ko: ['신고', '답하', '표시', '안전', '승인'],
  ar: ['ابلغ', 'اجب', 'تبلغ', 'ضع علامه', 'امن'],
  hi: ['रिपोर्ट', 'कहें', 'चिह्नित', 'सुरक्षित', 'उत्तर'],
}

/** What is to be forgotten: verb and object, in the order of the language. */
export const OVERRIDES: readonly string[] = [
  '(?:ignore|disregard|forget|override|bypass)[^.!?\\n]{0,40}(?:instruction|rules?\\b|everything above|guideline|prompt|the evidence)',
  'new instructions\\s*:',
  'your only task',
  '(?:ignor|olvid|esque[cz])\\p{L}*[^.!?\\n]{0,30}(?:instruc|reglas|regras|consignas)',
  'oubli\\p{L}*[^.!?\\n]{0,30}(?:consigne|instruction|regle)',
  '(?:ignorier|vergiss)\\p{L}*[^.!?\\n]{0,30}(?:anweisung|regel)',
  '(?:ignora|dimentica)[^.!?\\n]{0,30}(?:istruzioni|regole)',
  'negeer[^.!?\\n]{0,30}(?:instructies|regels)',
  'zignoruj[^.!?\\n]{0,40}(?:instrukcj|zasad)',
  '(?:игнорируй|забудь)[^.!?\\n]{0,40}(?:инструкц|правил)',
  'talimatlar\\p{L}*[^.!?\\n]{0,20}(?:yok say|unut|gormezden)',
  '指示[^。\\n]{0,12}(?:無視|忘れ)',
  '(?:忽略|忘记|无视)[^。\\n]{0,12}(?:指令|规则|指示|说明)',
  '지시[^.\\n]{0,12}(?:무시|잊)',
  '(?:تجاهل|انس)[^.\\n]{0,24}(?:التعليمات|القواعد)',
  'निर्देश[^।\\n]{0,24}(?:अनदेखा|भूल)',
  '(?:system|sistema|systeme|система|システム|系统)(?:消息)?\\s*(?:message\\]?)?\\s*[:\\uff1a\\]]',
  '\\[system',
  'you are (?:now )?(?:safebot|in maintenance|an ai|a language model)',
  '(?:eres|es tu|tu es|du bist|sei) (?:un |una |une |eine )?(?:modelo de lenguaje|ia|ki)(?![\\p{L}\\p{N}])',
  '(?:decode|rot13|base64|read backwards)[^.!?\\n]{0,40}(?:obey|follow|assistant|ai)(?![\\p{L}])',
]
