package import BackendKit
package import PhotoModel
internal import PostgresClient

extension PostgresLibrary: SearchableLibrary {
    /// Finds the assets that have all words. Each word matches as a prefix, and words that are typed without a space between them must be
    /// adjacent. Assets that have all words in titles and keywords come first, then the others; newest first in both.
    package func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> PostgresFetch {
        let words = SearchWords.typed(text)
        guard !words.isEmpty else { return PostgresFetch([]) }
        var terms: [SQL]
        var areTermsNarrow = true
        switch scope {
        case .identifiers(let identifiers):
            terms = [SQL("a.identifier = ANY (?)", .texts(identifiers))] + AssetCondition.terms(options)
        case .paths(let paths):
            terms =
                [SQL("a.identifier = ANY (?)", .texts(try identifiers(ofFiles: paths, call)))]
                + AssetCondition.terms(options)
        case .all, .collection:
            let (scoped, showsHidden) = try self.terms(of: scope, call)
            terms = scoped + AssetCondition.terms(options, showsHidden: showsHidden)
            areTermsNarrow = smartAlbum(scope) == nil
        }
        if !options.sort.isEmpty {
            terms.append(SQL("a.words @@ picker.query(?)", .texts(words)))
            return PostgresFetch(RowSequence(self, at: try newestPoint(call.cancellation), terms, options))
        }
        let point = try newestPoint(call.cancellation)
        terms.append(AssetCondition.shown(at: point.change))
        let best = BestFirst(
            library: self, point: point, words: words, terms: terms, areTermsNarrow: areTermsNarrow,
            from: options.createdFrom,
            before: options.createdBefore, call: call)
        return PostgresFetch(FoundRows(self, in: point.past, try best.numbers(limit: options.limit)))
    }
}
