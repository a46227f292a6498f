"""How mail programs begin a quote, a forwarded mail or a signature, in many languages: data.

Everything is compared in lower case. To add a language, add its words.
"""

# ruff: noqa: RUF001 - letters of other alphabets are the point

WROTE = (
    "wrote",  # English
    "schrieb",  # German
    "a écrit",  # French
    "escribió",  # Spanish
    "ha scritto",  # Italian
    "escreveu",  # Portuguese
    "va escriure",  # Catalan
    "schreef",  # Dutch
    "geschreven",
    "skrev",  # Danish, Norwegian, Swedish
    "kirjoitti",  # Finnish
    "kirjutas",  # Estonian
    "napisał",  # Polish, and napisał(a), napisała
    "napsal",  # Czech
    "napísal",  # Slovak
    "napisao",  # Croatian, Serbian
    "napisal",  # Slovenian, and napisala
    "írta",  # Hungarian
    "a scris",  # Romanian
    "написал",  # Russian
    "пишет",
    "пише",  # Ukrainian
    "написав",
    "написа",  # Bulgarian
    "έγραψε",  # Greek
    "yazdı",  # Turkish
    "rašė",  # Lithuanian
    "rakstīja",  # Latvian
    "đã viết",  # Vietnamese
    "menulis",  # Indonesian
    "写道",  # Chinese
    "寫道",
    "작성",  # Korean
    "のメール",  # Japanese
    "が書きました",
    "כתב",  # Hebrew
    "كتب",  # Arabic
    "نوشت",  # Persian
    "ने लिखा",  # Hindi
    "เขียนว่า",  # Thai
    "skrifaði",  # Icelandic
    "escribiu",  # Galician
    "idatzi du",  # Basque
    "sumulat",  # Tagalog
)
"""The verb between a writer's name and his quoted words; a colon ends the line."""

OPENERS = (
    *("on", "am", "le", "el", "il", "in data", "em", "no dia", "op", "den", "kl", "dne", "dňa"),
    *("dana", "dnia", "w dniu", "pe", "la", "på", "в", "на", "у", "στις", "vào", "pada"),
    *("在", "於", "于", "בתאריך", "في"),
)
"""Words with which a line that tells of a quote begins, before the date."""

FROM = (
    *("from", "von", "de", "da", "van", "fra", "från", "lähettäjä", "saatja", "od", "feladó"),
    *("expéditeur", "remitente", "mittente", "remetente", "afzender", "avsändare", "nadawca"),
    *("от", "від", "от кого", "отправитель", "από", "kimden", "gönderen", "发件人", "寄件者"),
    *(
        "差出人",
        "送信者",
        "보낸 사람",
        "expeditor",
        "message du",
        "מאת",
        "من",
        "dari",
        "từ",
        "de la",
    ),
)
"""The header that tells the writer."""

OTHER_HEADERS = (
    *("to", "an", "à", "a", "para", "aan", "til", "till", "vastaanottaja", "do", "címzett"),
    *("cc", "kopie", "copie à", "copia", "kopia", "bcc", "reply-to", "risposta", "destinataire"),
    *("sent", "gesendet", "envoyé", "envoyé le", "enviado", "enviado el", "enviada em", "inviato"),
    *("verzonden", "sendt", "skickat", "lähetetty", "wysłano", "odesláno", "отправлено"),
    *("date", "datum", "fecha", "data", "dato", "päiväys", "dátum", "дата", "tarih", "日期"),
    *("subject", "betreff", "objet", "asunto", "oggetto", "assunto", "onderwerp", "emne", "ämne"),
    *("aihe", "temat", "předmět", "predmet", "tárgy", "тема", "θέμα", "konu", "主题", "主旨"),
    *("件名", "宛先", "日付", "收件人", "发送时间", "收件者", "кому", "копия", "제목", "받는 사람"),
    *("message-id", "organization", "newsgroups", "in-reply-to", "alıcı", "kime", "subiect"),
)
"""Headers that stand with it."""

FORWARDED = (
    "begin forwarded message",
    "start of forwarded message",
    "original message",
    "original-nachricht",
    "ursprüngliche nachricht",
    "anfang der weitergeleiteten",
    "message d'origine",
    "message transféré",
    "début du message",
    "mensaje original",
    "mensaje reenviado",
    "messaggio originale",
    "inizio messaggio inoltrato",
    "mensagem original",
    "oorspronkelijk bericht",
    "begin doorgestuurd bericht",
    "ursprungligt meddelande",
    "oprindelig meddelelse",
    "opprinnelig melding",
    "alkuperäinen viesti",
    "oryginalna wiadomość",
    "wiadomość oryginalna",
    "původní zpráva",
    "исходное сообщение",
    "пересылаемое сообщение",
    "пересланное сообщение",
    "початкове повідомлення",
    "переслане повідомлення",
    "оригинално съобщение",
    "αρχικό μήνυμα",
    "προωθημένο μήνυμα",
    "eredeti üzenet",
    "továbbított üzenet",
    "mesajul original",
    "mesaj redirecționat",
    "özgün ileti",
    "iletilen mesaj",
    "izvorna poruka",
    "izvirno sporočilo",
    "pôvodná správa",
    "videresendt meddelelse",
    "videresendt melding",
    "vidarebefordrat meddelande",
    "välitetty viesti",
    "doorgestuurd bericht",
    "weitergeleitete nachricht",
    "missatge original",
    "tin nhắn gốc",
    "pesan asli",
    "原始邮件",
    "转发的邮件",
    "轉寄郵件",
    "転送されたメッセージ",
    "元のメッセージ",
    "전달된 메일",
    "원본 메일",
    "הודעה שהועברה",
    "הודעה מקורית",
    "رسالة معاد توجيهها",
    "الرسالة الأصلية",
)
"""Beginnings of a line above a mail that hangs below, where no dashes tell."""

SENT_FROM = (
    *("sent from", "sent via", "sent with", "sent by", "sent using", "get outlook"),
    *("von meinem", "von meiner", "gesendet mit", "gesendet von"),
    *("diese nachricht wurde", "envoyé de", "envoyé depuis", "envoyé à partir", "envoyé avec"),
    *("télécharger outlook", "obtenir outlook", "enviado desde", "enviado de", "enviado do"),
    *("enviado con", "enviado a partir", "obtener outlook", "inviato da", "inviato con"),
    *("scarica outlook", "verzonden vanaf", "verzonden met", "verstuurd vanaf", "outlook voor"),
    *("skickat från", "skickades från", "sendt fra", "sendt med", "lähetetty", "hanki outlook"),
    *("wysłane z", "wysłano z", "odesláno z", "odoslané z", "küldve", "trimis de", "poslano"),
    *("отправлено с", "отправлено из", "надіслано", "надіслане", "изпратено от", "στάλθηκε"),
    *(
        "iphone'umdan",
        "gönderildi",
        "từ iphone",
        "gửi từ",
        "đã gửi từ",
        "dikirim dari",
        "发自",
        "從我的",
    ),
    *("iphoneから", "나의 iphone", "נשלח מ", "أرسلت من", "来自", "yahoo mail"),
)
"""Beginnings of the line that a mail program signs with."""

ANSWERED = (
    *("re", "aw", "wg", "sv", "vs", "vl", "vb", "vá", "antw", "betr", "fw", "fwd", "tr", "rv"),
    *("res", "enc", "odp", "pd", "ynt", "ilt", "rif", "r", "i", "ref", "réf", "rép", "doorst"),
    *("ang", "atb", "bls", "trs", "továbbítás", "απ", "σχετ", "πρθ", "отв", "пересл"),
    *("回复", "答复", "转发", "回覆", "轉寄", "返信", "転送", "회신", "전달"),
    *("תגובה", "הועבר", "رد"),
)
"""What an answer or a forwarded mail puts before the subject, and a colon after it."""

COLONS = (":", "：")
