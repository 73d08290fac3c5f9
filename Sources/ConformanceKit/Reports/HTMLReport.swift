internal import FoundationEssentials

/// One page that needs nothing else: the verdict, what did not pass, and every check by category.
enum HTMLReport {
    static func text(_ report: ConformanceReport) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>\(Markup.escaped(name(report))): \(report.verdict.text)</title>
        <style>\(style)</style></head>
        <body>
        <header class="\(report.verdict == .conformant ? "good" : "bad")">
        <h1>\(Markup.escaped(name(report)))</h1>
        <p class="verdict">\(Markup.escaped(report.summary))</p>
        <p class="file">\(Markup.escaped(report.plugin))<br>SHA-256 \(report.sha256)<br>kit \(report.kitVersion)</p>
        </header>
        \(filters(report))
        <table><thead><tr><th>verdict</th><th>check</th><th>rule</th><th>ms</th></tr></thead>
        <tbody>
        \(rows(report))
        </tbody></table>
        <footer>\(Markup.escaped(ConformanceReport.scope))</footer>
        </body></html>

        """
    }

    private static func name(_ report: ConformanceReport) -> String {
        report.plugin.split(separator: "/").last.map(String.init) ?? report.plugin
    }

    /// What speaks against the plugin first.
    private static func ordered(_ report: ConformanceReport) -> [CheckOutcome] {
        let order: [Verdict] = [.harnessError, .crashed, .timedOut, .failed, .warning, .skipped, .passed]
        return order.flatMap { verdict in report.checks.filter { $0.verdict == verdict } }
    }

    /// Boxes that hide rows, without a script.
    private static func filters(_ report: ConformanceReport) -> String {
        Verdict.allCases.filter { report.count($0) > 0 }.map { verdict in
            "<input type=\"checkbox\" id=\"show-\(verdict.rawValue)\" checked>"
                + "<label for=\"show-\(verdict.rawValue)\">\(verdict.rawValue) (\(report.count(verdict)))</label>"
        }.joined(separator: "\n")
    }

    private static func rows(_ report: ConformanceReport) -> String {
        let outcomes = ordered(report)
        let groups = FindingGroups(outcomes)
        return outcomes.map { row($0, groups) }.joined(separator: "\n")
    }

    /// What a check found; of one that found the same as another, which that is.
    private static func findings(_ outcome: CheckOutcome, _ groups: FindingGroups) -> [String] {
        if let leader = groups.leaders[outcome.id] {
            return ["the same as in <a href=\"#\(leader)\"><code>\(leader)</code></a>"]
        }
        var details: [String] = []
        if !outcome.message.isEmpty { details.append("<em>\(Markup.escaped(outcome.message))</em>") }
        if let step = outcome.tellingStep {
            details.append("\(step.title): <code>\(Markup.escaped(step.text))</code>")
        }
        if let others = groups.others[outcome.id] {
            let links = others.map { "<a href=\"#\($0)\"><code>\($0)</code></a>" }
            details.append("the same in \(others.count) more: \(links.joined(separator: ", "))")
        }
        if !outcome.pictures.isEmpty { details.append(pictures(outcome.pictures)) }
        return details
    }

    /// As large as they can be told apart, pixels as squares.
    private static func pictures(_ pictures: [FindingPicture]) -> String {
        let figures = pictures.map { picture in
            "<figure><img alt=\"\(picture.name)\" src=\"data:image/png;base64,\(Data(picture.png).base64EncodedString())\">"
                + "<figcaption>\(picture.name)</figcaption></figure>"
        }
        return "<div class=\"pictures\">\(figures.joined())</div>"
    }

    private static func row(_ outcome: CheckOutcome, _ groups: FindingGroups) -> String {
        let check = CheckRegistry.check(outcome.id)
        var details = [Markup.escaped(check?.summary ?? "")] + findings(outcome, groups)
        if let reproduction = outcome.reproduction {
            let lines = reproduction.text.split(separator: "\n").map { Markup.escaped(String($0)) }.joined(
                separator: "\n")
            let summary = "<summary>the calls, of seed \(reproduction.seed)</summary>"
            details.append("<details open>\(summary)<pre>\(lines)</pre></details>")
        }
        if outcome.isBad || outcome.verdict == .warning, groups.leaders[outcome.id] == nil {
            details.append("fix: \(Markup.escaped(check?.remedy ?? ""))")
        }
        if let waiver = outcome.waiver { details.append("waived: \(Markup.escaped(waiver))") }
        let rule = (check?.clauses ?? []).joined(separator: " ") + "<br>" + (check?.severity.rawValue ?? "")
        return """
            <tr class="\(outcome.verdict.rawValue)" id="\(Markup.escaped(outcome.id))"><td><b>\(outcome.verdict.rawValue)</b></td>\
            <td><code>\(Markup.escaped(outcome.id))</code><br>\(details.joined(separator: "<br>"))</td>\
            <td>\(rule)</td><td>\(outcome.milliseconds)</td></tr>
            """
    }

    private static var style: String {
        let hiding = Verdict.allCases.map { verdict in
            "#show-\(verdict.rawValue):not(:checked)~table tr.\(verdict.rawValue){display:none}"
        }
        return """
            body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:70rem;padding:1rem;color:#222;background:#fff}
            header{border-left:.5rem solid;padding-left:1rem}header.good{border-color:#2a7d3f}header.bad{border-color:#b3261e}
            .verdict{font-size:1.2rem}.file{color:#555;overflow-wrap:anywhere}label{margin-right:1rem}
            table{border-collapse:collapse;width:100%;margin-top:1rem}th{text-align:left}
            td,th{padding:.4rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}td:last-child{text-align:right}
            tr.passed b{color:#2a7d3f}tr.failed b,tr.crashed b,tr.timed-out b,tr.harness-error b{color:#b3261e}
            tr.warning b{color:#8a5a00}tr.skipped b{color:#555}em{font-style:normal;font-weight:600}
            .pictures{display:flex;flex-wrap:wrap;gap:1rem;margin:.5rem 0}figure{margin:0}footer{margin-top:1rem;color:#555}
            img{display:block;width:15rem;image-rendering:pixelated;border:1px solid #888}figcaption{text-align:center}
            @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}.file,footer,tr.skipped b{color:#aaa}a{color:#8ab4f8}
            td,th{border-color:#444}tr.passed b{color:#6fcf8b}tr.failed b,tr.crashed b,tr.timed-out b{color:#ff8a80}
            tr.warning b{color:#ffc14d}}
            \(hiding.joined())
            """
    }
}
