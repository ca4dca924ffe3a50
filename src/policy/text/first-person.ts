/** Words by which people speak of themselves, as the native view writes them; the forms that carry a person of their own where no pronoun stands. */
export const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:i|i'm|im|iam|i'll|my|me|tengo|soy|cumplo|cumpli|voy|estoy|paso|mi|eu|tenho|sou|fiz|estou|minha|meu|je|j'ai|suis|ma|mon|mes|ich|bin|werde|mein|meine|ho|sono|faccio|frequento|ik|ben|mam|jestem|chodze|я|мне|моя|yasindayim|giriyorum|girecegim|umurku|saya|aku|عمري|انا|padhti|padhta)(?!\p{L})|です/u
